import type { Executor } from '@svc/postgres';
import { positionOf, type PositionRow } from '../events/event-row.js';
import type { LogPosition } from '../events/recorded-event.js';
import { logStart } from '../reading/read-log.js';

const triple = ({ epoch, transactionId, position }: LogPosition): unknown[] => [
  epoch,
  String(transactionId),
  String(position),
];

/** Where a subscription stands: at the start of the log when it is new, which is then recorded. */
export async function readCheckpoint(executor: Executor, schema: string, name: string): Promise<LogPosition> {
  const { rows } = await executor.query<PositionRow>({
    name: `${schema}.read_checkpoint`,
    text: `
      WITH made AS (
        INSERT INTO ${schema}.subscription_checkpoint (name, epoch, transaction_id, position)
        VALUES ($1, 0, '0', 0) ON CONFLICT DO NOTHING
      )
      SELECT epoch, transaction_id, position FROM ${schema}.subscription_checkpoint WHERE name = $1`,
    values: [name],
  });
  return rows[0] ? positionOf(rows[0]) : logStart;
}

/**
 * Moves a subscription from where the caller believes it stands, and locks it until the end of the transaction.
 * @returns false when it stands elsewhere: another instance of the subscription was faster, or it was rewound.
 */
export async function moveCheckpoint(
  executor: Executor,
  schema: string,
  name: string,
  from: LogPosition,
  to: LogPosition,
): Promise<boolean> {
  const { rowCount } = await executor.query({
    name: `${schema}.move_checkpoint`,
    text: `
      UPDATE ${schema}.subscription_checkpoint
         SET epoch = $5, transaction_id = $6::xid8, position = $7, updated_at = clock_timestamp()
       WHERE name = $1 AND (epoch, transaction_id, position) = ($2::integer, $3::xid8, $4::bigint)`,
    values: [name, ...triple(from), ...triple(to)],
  });
  return rowCount === 1;
}

/** Puts a subscription back to the start of the log: in the transaction that empties what it fills. */
export async function rewindCheckpoint(executor: Executor, schema: string, name: string): Promise<void> {
  await executor.query({
    name: `${schema}.rewind_checkpoint`,
    text: `
      UPDATE ${schema}.subscription_checkpoint
         SET epoch = 0, transaction_id = '0', position = 0, updated_at = clock_timestamp()
       WHERE name = $1`,
    values: [name],
  });
}
