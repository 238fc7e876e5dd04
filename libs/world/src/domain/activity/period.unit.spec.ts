import { isDay, periodBefore, periodOf } from './period.js';

const nowMs = Date.UTC(2026, 2, 1, 0, 30);

describe('a period', () => {
  it.each([
    [
      { days: 1, from: null, to: null },
      { from: '2026-03-01', to: '2026-03-01' },
    ],
    [
      { days: 30, from: null, to: null },
      { from: '2026-01-31', to: '2026-03-01' },
    ],
    [
      { days: 7, from: '2026-02-27', to: null },
      { from: '2026-02-27', to: '2026-03-01' },
    ],
    [
      { days: 2, from: null, to: '2025-12-31' },
      { from: '2025-12-30', to: '2025-12-31' },
    ],
    [
      { days: 7, from: '2025-01-01', to: '2025-01-01' },
      { from: '2025-01-01', to: '2025-01-01' },
    ],
    [{ days: 7, from: '2025-01-02', to: '2025-01-01' }, null],
    [{ days: 7, from: '2026-03-02', to: null }, null],
    [
      { days: 7, from: '2024-02-29', to: '2025-02-28' },
      { from: '2024-02-29', to: '2025-02-28' },
    ],
    [{ days: 7, from: '2024-02-29', to: '2025-03-01' }, null],
  ])('of %j is %j', (requested, expected) => {
    expect(periodOf(requested, nowMs)).toEqual(expected);
  });

  it('has as many days before it', () => {
    expect(periodBefore({ from: '2026-02-23', to: '2026-03-01' })).toEqual({
      from: '2026-02-16',
      to: '2026-02-22',
    });
  });

  it.each(['2026-02-29', '2026-13-01', '0000-00-00', '1969-12-31', '2026-1-1', '20260101', "2026-01-01'--"])(
    'knows that %s is no day',
    (text) => expect(isDay(text)).toBe(false),
  );
});
