import { describe, expect, it } from '@jest/globals';
import { maxLargePersonalBytes } from '../errors.js';
import { openedTogether } from './opened-together.js';

const plain = (bytes: number) => ({ payload: 'x'.repeat(bytes) });
const large = { payload: '{"$personal":{"blob":"address"}}' };
const all = () => true;
const lengths = (runs: readonly (readonly unknown[])[]) => runs.map(({ length }) => length);

describe('rows that are opened together', () => {
  it('given payloads, then a run ends before the byte limit, and a larger one is its own run', () => {
    const rows = [plain(4), plain(6), plain(1), plain(11), plain(10), plain(1)];
    const runs = openedTogether(rows, all, 10);
    expect(lengths(runs)).toEqual([2, 1, 1, 1, 1]);
    expect(runs.flat()).toEqual(rows);
  });

  it('given parts next to the events, then each counts as the maximum', () => {
    const rows = Array.from({ length: 5 }, () => large);
    expect(lengths(openedTogether(rows, all, 2.5 * maxLargePersonalBytes))).toEqual([2, 2, 1]);
  });

  it("given rows that are not opened, then they don't count", () => {
    expect(lengths(openedTogether([large, plain(6), large], (row) => row !== large, 10))).toEqual([3]);
  });

  it('given no rows, then there is one empty run', () => {
    expect(openedTogether([], all)).toEqual([[]]);
  });
});
