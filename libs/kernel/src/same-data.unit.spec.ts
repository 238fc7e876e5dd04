import { describe, expect, it } from '@jest/globals';
import { isSameData } from './same-data.js';

describe('plain data', () => {
  it.each([
    [1, 1],
    [null, null],
    [[], []],
    [{ a: { b: [1, 'two'] } }, { a: { b: [1, 'two'] } }],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
  ])('%j and %j are the same', (one: unknown, other: unknown) => {
    expect(isSameData(one, other)).toBe(true);
    expect(isSameData(other, one)).toBe(true);
  });

  it.each([
    [1, '1'],
    [null, undefined],
    [null, {}],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, null]],
    [{ a: null }, {}],
    [{ a: { b: [1] } }, { a: { b: [2] } }],
  ])('%j and %j differ', (one: unknown, other: unknown) => {
    expect(isSameData(one, other)).toBe(false);
    expect(isSameData(other, one)).toBe(false);
  });
});
