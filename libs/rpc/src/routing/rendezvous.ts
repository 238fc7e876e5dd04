import { hash } from 'node:crypto';

/**
 * The place of a key among those that are there: the one with the highest hash together with it (rendezvous hashing). Each
 * client finds the same without asking anybody; when a place goes its keys alone move, and they come back with it.
 * @param places at least one
 */
export function placeOf<Place>(
  key: string,
  places: readonly Place[],
  nameOf: (place: Place) => string,
): Place | undefined {
  let best: Place | undefined;
  let highest = '';
  for (const place of places) {
    const weight = hash('sha256', `${key}\0${nameOf(place)}`, 'hex');
    if (best === undefined || weight > highest) [best, highest] = [place, weight];
  }
  return best;
}
