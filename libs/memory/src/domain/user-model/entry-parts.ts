import type { UserModelEntry } from './user-model.js';

/** Bytes of JSON of the entries of one event, well below what an event may hold. */
const bytesOfPart = 48 * 1_024;

/**
 * Entries in parts for an event each, in their order; one part at least. Entries hold dimensions and ids beside words, so
 * that many of them, as when an organization has exchanged its dimensions, are more than one event takes.
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
