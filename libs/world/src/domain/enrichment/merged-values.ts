import { judge, type Rated } from './winner.js';

/** Of the values that count of several entities that are one, the one of each key that counts of all, in the order of the keys. */
export function winners<Value extends Rated & { readonly key: string }>(
  values: readonly Value[],
): readonly Value[] {
  const best = new Map<string, Value>();
  for (const value of values) {
    const current = best.get(value.key) ?? null;
    if (judge(value, current).wins) best.set(value.key, value);
  }
  return [...best.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}
