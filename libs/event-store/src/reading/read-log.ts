import type { Executor, Statement } from '@svc/postgres';
import { eventColumns, positionOf, type PositionRow } from '../events/event-row.js';
import type { LogPosition } from '../events/recorded-event.js';

/** Before the first event of the log. */
export const logStart: LogPosition = { epoch: 0, transactionId: 0n, position: 0n };

export function comparePositions(one: LogPosition, other: LogPosition): number {
  if (one.epoch !== other.epoch) return one.epoch - other.epoch;
  if (one.transactionId !== other.transactionId) return one.transactionId < other.transactionId ? -1 : 1;
  if (one.position === other.position) return 0;
  return one.position < other.position ? -1 : 1;
}

/**
 * The events after a position whose place in the order is settled. Events appear in the order of commits, so a sequence
 * number alone would let a reader pass the events of a transaction that is still open. Below the lowest transaction id
 * that is still running nothing can appear any more. Ids of earlier epochs are those of another server, where nothing
 * runs any more.
 */
export function readLogStatement(schema: string, after: LogPosition, limit: number): Statement {
  return {
    name: `${schema}.read_log`,
    text: `
      SELECT ${eventColumns} FROM ${schema}.event
       WHERE (epoch, transaction_id, position) > ($1::integer, $2::xid8, $3::bigint)
         AND (epoch, transaction_id) < (${schema}.current_epoch(), pg_snapshot_xmin(pg_current_snapshot()))
       ORDER BY epoch, transaction_id, position LIMIT $4`,
    values: [after.epoch, String(after.transactionId), String(after.position), limit],
  };
}

/** The latest committed event, settled or not; `logStart` when there is none. */
export async function readLogEnd(executor: Executor, schema: string): Promise<LogPosition> {
  const { rows } = await executor.query<PositionRow>({
    name: `${schema}.log_end`,
    text: `
      SELECT epoch, transaction_id, position FROM ${schema}.event
       ORDER BY epoch DESC, transaction_id DESC, position DESC LIMIT 1`,
    values: [],
  });
  return rows[0] ? positionOf(rows[0]) : logStart;
}
