import { maxLargePersonalBytes } from '../errors.js';
import type { EventRow } from '../events/event-row.js';
import { hasLargePart } from '../sealing/sealed-payload.js';

/** Room for seven events with the largest possible part next to each. */
const maxBytesTogether = 32 * 1024 * 1024;

/**
 * Splits rows into runs that fit into memory when opened: each run is within the byte limit or a single event. Rows
 * don't show the size of the part next to them, so each counts as the maximum. Without rows there is one empty run.
 *
 * @param isOpened Rows that are not opened don't count.
 */
export function openedTogether<Row extends Pick<EventRow, 'payload'>>(
  rows: readonly Row[],
  isOpened: (row: Row) => boolean,
  maxBytes = maxBytesTogether,
): readonly (readonly Row[])[] {
  let run: Row[] = [];
  const runs = [run];
  let bytes = 0;
  for (const row of rows) {
    const more = isOpened(row) ? openedBytes(row) : 0;
    if (run.length > 0 && bytes + more > maxBytes) {
      run = [];
      runs.push(run);
      bytes = 0;
    }
    run.push(row);
    bytes += more;
  }
  return runs;
}

function openedBytes({ payload }: Pick<EventRow, 'payload'>): number {
  return Buffer.byteLength(payload) + (hasLargePart(payload) ? maxLargePersonalBytes : 0);
}
