/**
 * A text as it is compared with another by meaning rather than by spelling: case, width, punctuation and spaces do not
 * count. A text of nothing but signs is compared by them.
 */
export function comparable(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  const words = plain.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  return words === '' ? plain.trim() : words;
}
