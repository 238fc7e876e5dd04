/** Keeps the white space around the replaced text. */
export function inPlaceOf(text: string, by: string): string {
  const before = text.length - text.trimStart().length;
  return text.slice(0, before) + by.trim() + text.slice(Math.max(before, text.trimEnd().length));
}
