/**
 * What each round measures. The base stands beside itself as well: processes of the same code differ.
 * @param {{ base: string, head: string }} repositories folders that are built
 */
export const variantsOf = ({ base, head }) => [
  { name: 'base', repository: base },
  { name: 'again', repository: base },
  { name: 'head', repository: head },
];

/** The order in which they take their turn: each is first, in the middle, and last, so that none gains by its place. */
export function inTurn(variants, turn) {
  const from = turn % variants.length;
  const rotated = [...variants.slice(from), ...variants.slice(0, from)];
  return Math.floor(turn / variants.length) % 2 === 0 ? rotated : rotated.reverse();
}
