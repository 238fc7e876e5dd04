/** False for U+0000 and lone surrogates: text that Postgres or UTF-8 can't hold. Such input is refused with 422. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Makes model and tool output storable: U+0000 is removed, lone surrogates become U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
