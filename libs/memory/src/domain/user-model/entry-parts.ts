import type { UserModelEntry } from './user-model.js';

/** Maximum of one event's entries in bytes of JSON, well below the limit of an event. */
const bytesOfPart = 48 * 1_024;

/**
 * Splits entries into parts, one for each event, in order; at least one part. Entries also hold dimensions and ids, so
 * many of them exceed one event, as when an organization has replaced its dimensions.
 */
export function inParts(entries: readonly UserModelEntry[]): readonly (readonly UserModelEntry[])[] {
  const parts: UserModelEntry[][] = [[]];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry));
    if (bytes > 0 && bytes + size > bytesOfPart) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(entry);
    bytes += size;
  }
  return parts;
}
