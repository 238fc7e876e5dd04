import type { Executor, Statement } from '@svc/postgres';
import { eventColumns, positionOf, type EventRow } from '../events/event-row.js';
import type { LogPosition } from '../events/recorded-event.js';
import type { LogFilter } from './log-filter.js';

export interface LogPage {
  readonly rows: readonly EventRow[];
  /** All that passes the filter up to here is in the page. */
  readonly reached: LogPosition;
  /** Nothing settled came after it when it was read. */
  readonly isEnd: boolean;
}

/** Events of one page at most. */
export const maxPageRows = 200;
/** How many events one filtered read examines: the next event of a rare type may be millions of events away. */
const maxScannedRows = 1_000;

interface PageRow extends EventRow {
  readonly is_match: boolean;
  /** From 1, among the examined ones. */
  readonly nth: number;
}

/** The settled events after a position that pass the filter (see `readLogStatement`). */
export async function readLogPage(
  executor: Executor,
  schema: string,
  after: LogPosition,
  filter: LogFilter,
): Promise<LogPage> {
  const { rows } = await executor.query<PageRow>(readLogPageStatement(schema, after, filter));
  const last = rows.at(-1);
  const scanned = last?.nth ?? 0;
  return {
    rows: rows.filter((row) => row.is_match),
    reached: last ? positionOf(last) : after,
    isEnd: rows.length < maxPageRows && scanned < scannedRows(filter),
  };
}

function isSelective({ types, publicOnly = false }: LogFilter): boolean {
  return types !== undefined || publicOnly;
}

function scannedRows(filter: LogFilter): number {
  return isSelective(filter) ? maxScannedRows : maxPageRows;
}

/**
 * Reads along the index of the log's order, whatever the filter. The last examined event is returned too, match or not,
 * and shows how far the reader has come. Limits are constants, so that the generic plan knows them.
 */
export function readLogPageStatement(schema: string, after: LogPosition, filter: LogFilter): Statement {
  const { types, publicOnly = false } = filter;
  const isFiltered = isSelective(filter);
  const isMatch = isFiltered
    ? '($4::text[] IS NULL OR event_type = ANY ($4)) AND (NOT $5::boolean OR is_public)'
    : 'true';
  const order = 'epoch, transaction_id, position';
  return {
    name: `${schema}.read_${isFiltered ? 'filtered_' : ''}log_page`,
    text: `
      SELECT ${eventColumns}, is_match, nth
        FROM (SELECT *, ${isMatch} AS is_match,
                     lead(position) OVER in_order IS NULL AS is_last, (row_number() OVER in_order)::integer AS nth
                FROM (SELECT * FROM ${schema}.event
                       WHERE (${order}) > ($1::integer, $2::xid8, $3::bigint)
                         AND (epoch, transaction_id) < (${schema}.current_epoch(), pg_snapshot_xmin(pg_current_snapshot()))
                       ORDER BY ${order} LIMIT ${scannedRows(filter)}) AS settled
              WINDOW in_order AS (ORDER BY ${order})) AS scanned
       WHERE is_match OR is_last ORDER BY ${order} LIMIT ${maxPageRows}`,
    values: [
      after.epoch,
      String(after.transactionId),
      String(after.position),
      ...(isFiltered ? [types ?? null, publicOnly] : []),
    ],
  };
}
