/**
 * A text in a form that ignores case, width, punctuation and spaces in comparisons. A text of punctuation only keeps
 * it.
 */
export function comparable(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  const words = plain.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  return words === '' ? plain.trim() : words;
}
