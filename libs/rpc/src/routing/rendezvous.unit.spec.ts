import { describe, expect, it } from '@jest/globals';
import { placeOf } from './rendezvous.js';

const keys = Array.from({ length: 3_000 }, (_value, index) => `conversation-${index}`);
const placesOf = (places: readonly string[]) => keys.map((key) => placeOf(key, places, (place) => place));

describe('the place of a key', () => {
  it('does not depend on the order of the places', () => {
    expect(placesOf(['c', 'a', 'b'])).toEqual(placesOf(['a', 'b', 'c']));
  });

  it('gives each place about its share', () => {
    const places = placesOf(['a', 'b', 'c']);
    for (const place of ['a', 'b', 'c']) {
      const share = places.filter((one) => one === place).length / keys.length;
      expect(share).toBeCloseTo(1 / 3, 1);
    }
  });

  it('given that a place goes, then only its keys move', () => {
    const before = placesOf(['a', 'b', 'c']);
    const after = placesOf(['a', 'c']);
    const moved = keys.filter((_key, index) => before[index] !== after[index]);
    expect(moved).toEqual(keys.filter((_key, index) => before[index] === 'b'));
  });

  it('given no place, is none', () => {
    expect(placeOf('key', [], String)).toBeUndefined();
  });
});
