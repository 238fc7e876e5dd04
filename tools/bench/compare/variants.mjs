/**
 * What each round measures. The base is also compared with itself, because processes of the same code differ.
 * @param {{ base: string, head: string, environment: Record<string, string> }} compared folders of repositories that are
 *   built, and what is added to the environment of their standalones
 */
export const variantsOf = ({ base, head, environment }) => [
  { name: 'base', repository: base, environment },
  { name: 'again', repository: base, environment },
  { name: 'head', repository: head, environment },
];

/** The order of the variants: each is first, in the middle, and last, so that the order favours none. */
export function inTurn(variants, turn) {
  const from = turn % variants.length;
  const rotated = [...variants.slice(from), ...variants.slice(0, from)];
  return Math.floor(turn / variants.length) % 2 === 0 ? rotated : rotated.reverse();
}
