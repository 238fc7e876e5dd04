import { compareRounds, median, tableOf, withInterval } from './comparison.mjs';

const rounds = (...values) => values.map(([base, again, head]) => ({ base, again, head }));

describe('rounds of two commits', () => {
  it('given an even number of values, then the median lies between the middle two', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([9, 1, 5])).toBe(5);
  });

  it('given rounds that agree, then the interval is narrow; given some that do not, then it is wide', () => {
    expect(withInterval([1, 1, 1, 1, 1])).toEqual({ median: 1, low: 1, high: 1 });
    const { low, high } = withInterval([0.5, 0.8, 1, 1.2, 1.5]);
    expect(low).toBeLessThan(0.9);
    expect(high).toBeGreaterThan(1.1);
  });

  it('given a machine that slows down, then figures are compared within a round', () => {
    const slower = rounds([10, 10, 11], [20, 20, 22], [40, 40, 44]);
    const { change, noise } = compareRounds({ name: 'turn', unit: 'ms' }, slower);
    expect(change.median).toBeCloseTo(1.1);
    expect(noise.median).toBe(1);
  });

  it('given a bound, then the result says whether the median is within it', () => {
    const measured = rounds([100, 101, 110]);
    expect(compareRounds({ name: 'cpu', unit: 'us', atMost: 1.15 }, measured).isWithin).toBe(true);
    expect(compareRounds({ name: 'turn', unit: 'ms', atMost: 1.05 }, measured).isWithin).toBe(false);
    expect(compareRounds({ name: 'turns', unit: '/s', atLeast: 0.95 }, measured).isWithin).toBe(true);
    expect(
      compareRounds({ name: 'start', unit: 'ms', atMost: 5, isDifference: true }, measured).isWithin,
    ).toBe(false);
  });

  it('are printed as one table', () => {
    const comparisons = [
      compareRounds({ name: 'turn', unit: 'ms', atMost: 1.05 }, rounds([2, 2, 3])),
      compareRounds({ name: 'memory', unit: 'MB', atMost: 20, isDifference: true }, rounds([170, 169, 181])),
    ];
    expect(tableOf(comparisons).split('\n').slice(2)).toEqual([
      '| turn | 2 ms | 3 ms | 1.50 [1.50, 1.50] | 1.00 [1.00, 1.00] | ≤ 1.05: NO |',
      '| memory | 170 MB | 181 MB | +11 MB [+11, +11] | −1 MB [−1, −1] | ≤ +20 MB: yes |',
    ]);
  });
});
