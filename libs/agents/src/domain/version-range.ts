/** Numbers of versions, both ends included. */
export interface VersionRange {
  readonly from: number;
  readonly to: number;
}

const end = String.raw`(\d{1,9}|latest)`;
const form = new RegExp(`^${end}(?:-${end})?$`);

/**
 * `3`, `latest`, `2-5`, `1-latest`.
 * @param latest the latest number; 0: there is none
 * @returns null for text of another form
 */
export function versionRange(text: string, latest: number): VersionRange | null {
  const [, first, last] = form.exec(text) ?? [];
  if (first === undefined) return null;
  const numberOf = (word: string) => (word === 'latest' ? latest : Number(word));
  return { from: numberOf(first), to: numberOf(last ?? first) };
}
