/** False for U+0000 and lone surrogates: Postgres or UTF-8 can't store them. Such input is rejected with 422. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Whether there is anything to read or say: neither blanks only, nor characters that nobody sees, such as U+200B. */
export function hasVisibleText(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** Length in Unicode code points (`length` counts UTF-16 code units). Makes no copy. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** Counts code points. It scans the text only if its number of UTF-16 code units does not decide. */
export function hasAtMostCharacters(text: string, maximum: number): boolean {
  return text.length <= maximum || (text.length <= 2 * maximum && characterCount(text) <= maximum);
}

/** Makes model and tool output storable: U+0000 is removed, lone surrogates become U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
