import { isStorableText } from './text.js';

/** Chosen so that the stream ids of all contexts fit. */
const maxBytes = 512;

/** Subjects are opaque: the id of anything with personal values, unique across all tenants. */
export function isSubject(text: string): boolean {
  return text !== '' && isStorableText(text) && new TextEncoder().encode(text).length <= maxBytes;
}
