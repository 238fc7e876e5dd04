import { isStorableText } from './text.js';

/** Stream ids of all contexts have room in it. */
const maxBytes = 512;

/** Subjects are opaque: an id of whatever a context keeps personal values of, unique over all tenants. */
export function isSubject(text: string): boolean {
  return text !== '' && isStorableText(text) && new TextEncoder().encode(text).length <= maxBytes;
}
