import { nextWarningAt, warningTimes } from './api-key-warnings.js';

const day = 86_400_000;
const life = (days: number) => ({ createdAtMs: 0, expiresAtMs: days * day });

it.each([
  [90, [83, 89]],
  [30, [23, 29]],
  [8, [1, 7]],
  [7, [1]],
  [2, [1]],
  [1.5, [0.75]],
  [1, [0.5]],
])('a key that lives %d days has its warnings after %j', (days, warnings) => {
  expect(warningTimes(life(days)).map((atMs) => atMs / day)).toEqual(warnings);
});

it('the next warning is the first that was not sent', () => {
  expect(nextWarningAt(life(30), 0)).toBe(23 * day);
  expect(nextWarningAt(life(30), 23 * day)).toBe(29 * day);
  expect(nextWarningAt(life(30), 29 * day)).toBeNull();
});
