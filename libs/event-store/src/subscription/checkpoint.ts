import type { Executor, Tx } from '@svc/postgres';
import { positionOf, type PositionRow } from '../events/event-row.js';
import type { LogPosition } from '../events/recorded-event.js';
import { logStart } from '../reading/read-log.js';

/** Where a new subscription begins; a known one continues from its checkpoint. */
export type StartAt = 'start' | 'end' | LogPosition;

/** What a leader needs to write for a subscription. */
export interface TermAddress {
  readonly schema: string;
  readonly name: string;
  /** Counts the terms of all leaders. */
  readonly fence: bigint;
}

interface TermRow extends PositionRow {
  readonly fence: string;
}

export const positionValues = ({ epoch, transactionId, position }: LogPosition): unknown[] => [
  epoch,
  String(transactionId),
  String(position),
];

/**
 * Begins a term, which ends the one before, and returns the position of the subscription. `end` is the horizon: events
 * of a transaction that is still open count as new, whenever it began.
 */
export async function beginTerm(
  executor: Executor,
  schema: string,
  name: string,
  startAt: StartAt,
): Promise<{ readonly fence: bigint; readonly position: LogPosition }> {
  const { rows } = await executor.query<TermRow>({
    name: `${schema}.begin_subscription_term`,
    text: `
      INSERT INTO ${schema}.subscription_checkpoint AS known (name, epoch, transaction_id, position)
      SELECT $1, coalesce($2::integer, ${schema}.current_epoch()),
             coalesce($3::xid8, pg_snapshot_xmin(pg_current_snapshot())), coalesce($4::bigint, 0)
          ON CONFLICT (name) DO UPDATE SET fence = known.fence + 1
      RETURNING fence, epoch, transaction_id, position`,
    values: [name, ...startValues(startAt)],
  });
  const [row] = rows as [TermRow];
  return { fence: BigInt(row.fence), position: positionOf(row) };
}

function startValues(startAt: StartAt): unknown[] {
  if (startAt === 'start') return [0, '0', '0'];
  return startAt === 'end' ? [null, null, null] : positionValues(startAt);
}

/** @returns undefined when nobody has led the subscription yet. */
export async function readCheckpoint(
  executor: Executor,
  schema: string,
  name: string,
): Promise<LogPosition | undefined> {
  const { rows } = await executor.query<PositionRow>({
    name: `${schema}.read_checkpoint`,
    text: `SELECT epoch, transaction_id, position FROM ${schema}.subscription_checkpoint WHERE name = $1`,
    values: [name],
  });
  return rows[0] && positionOf(rows[0]);
}

/** The number of the latest term, or of the rewind behind it. */
export async function readFence(executor: Executor, schema: string, name: string): Promise<bigint> {
  const { rows } = await executor.query<Pick<TermRow, 'fence'>>({
    name: `${schema}.read_fence`,
    text: `SELECT fence FROM ${schema}.subscription_checkpoint WHERE name = $1`,
    values: [name],
  });
  const [row] = rows as [Pick<TermRow, 'fence'>];
  return BigInt(row.fence);
}

/**
 * Moves a subscription from where the leader believes it stands, and locks it until the end of the transaction.
 * @returns false when it stands elsewhere, or the term has ended.
 */
export async function moveCheckpoint(
  executor: Executor,
  { schema, name, fence }: TermAddress,
  from: LogPosition,
  to: LogPosition,
): Promise<boolean> {
  const { rowCount } = await executor.query({
    name: `${schema}.move_checkpoint`,
    text: `
      UPDATE ${schema}.subscription_checkpoint
         SET epoch = $6, transaction_id = $7::xid8, position = $8, updated_at = clock_timestamp()
       WHERE name = $1 AND fence = $2 AND (epoch, transaction_id, position) = ($3::integer, $4::xid8, $5::bigint)`,
    values: [name, String(fence), ...positionValues(from), ...positionValues(to)],
  });
  return rowCount === 1;
}

const rewindLock = (schema: string): string => `hashtext('rewind of ${schema}: ' || $1)`;
/** First half of the lock's key, so that it collides with no other lock of ours: "rewi" in ASCII. */
const rewindLockClass = 1_919_252_329;

/** Keeps rewinds away until the end of a batch's transaction, and takes no transaction id for it. */
export async function lockOutRewinds(tx: Tx, schema: string, name: string): Promise<void> {
  await tx.query({
    name: `${schema}.hold_rewinds_off`,
    text: `SELECT pg_advisory_xact_lock_shared(${rewindLockClass}, ${rewindLock(schema)})`,
    values: [name],
  });
}

/** The same for the transaction of a rewind: waits for the batch that is being applied, and keeps the next ones away. */
export async function lockOutBatches(tx: Tx, schema: string, name: string): Promise<void> {
  await tx.query({
    name: `${schema}.hold_batches_off`,
    text: `SELECT pg_advisory_xact_lock(${rewindLockClass}, ${rewindLock(schema)})`,
    values: [name],
  });
}

/**
 * Moves a subscription to another position of the log, by default its start. Parked streams are read again as well.
 * @returns false when nobody has led the subscription yet
 */
export async function rewindCheckpoint(
  tx: Tx,
  schema: string,
  name: string,
  to: LogPosition = logStart,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: `${schema}.rewind_checkpoint`,
    text: `
      WITH unparked AS (DELETE FROM ${schema}.parked_stream WHERE subscription = $1)
      UPDATE ${schema}.subscription_checkpoint
         SET epoch = $2, transaction_id = $3::xid8, position = $4, fence = fence + 1, updated_at = clock_timestamp()
       WHERE name = $1`,
    values: [name, ...positionValues(to)],
  });
  return rowCount === 1;
}
