import type { Recollection } from '@svc/engine';

/** @param logged undefined: nothing was recalled yet */
export function areSameRecollections(
  some: readonly Recollection[],
  logged: readonly Recollection[] | undefined = [],
): boolean {
  return some.length === logged.length && some.every((one, place) => isSame(one, logged[place]));
}

function isSame(one: Recollection, other: Recollection | undefined): boolean {
  return (
    one.type === other?.type &&
    one.content === other.content &&
    one.context === other.context &&
    one.saidAtMs === other.saidAtMs
  );
}
