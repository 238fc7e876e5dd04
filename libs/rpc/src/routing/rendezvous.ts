import { hash } from 'node:crypto';

/**
 * The place of a key: the one with the highest hash of place and key (rendezvous hashing). All clients compute the
 * same. If a place goes, only its keys move; they return when it is back.
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
