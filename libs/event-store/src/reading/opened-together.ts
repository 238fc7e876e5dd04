import { maxLargePersonalBytes } from '../errors.js';
import type { EventRow } from '../events/event-row.js';
import { hasLargePart } from '../sealing/sealed-payload.js';

/** Of seven events, when each has the largest part that there may be beside it. */
const maxBytesTogether = 32 * 1024 * 1024;

/**
 * Cuts rows into runs that may be opened and kept in memory together: the events of one come to so many bytes at most,
 * unless it is a single one. Rows don't tell how large a part is that stands beside them, so each counts as the largest.
 * Without rows there is one run, and it is empty.
 *
 * @param isOpened Rows that are not are of no weight.
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
