/** False for U+0000 and lone surrogates: text that Postgres or UTF-8 can't hold. Such input is refused with 422. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Length as people count it: in code points of Unicode, where `length` counts UTF-16 code units. Without a copy. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** Counts code points. A text whose UTF-16 code units are few or far too many is not gone through. */
export function hasAtMostCharacters(text: string, maximum: number): boolean {
  return text.length <= maximum || (text.length <= 2 * maximum && characterCount(text) <= maximum);
}

/** Makes model and tool output storable: U+0000 is removed, lone surrogates become U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
