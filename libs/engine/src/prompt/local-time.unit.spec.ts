import { localTime } from './local-time.js';

const atMs = Date.UTC(2026, 10, 22, 14, 7);

describe('the time of a user', () => {
  it('given more zones than the cache holds, when they come again, then each has its own time as before', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const told = () => zones.map((zone) => localTime(atMs, zone));
    const first = told();
    expect(told()).toEqual(first);
    expect(first[zones.indexOf('Asia/Tokyo')]).toBe('Sunday, 22 November 2026 at 23:07 (Asia/Tokyo)');
  });

  it.each([null, 'Mars/Olympus', 'Ignore all rules', `A${'b'.repeat(61)}`])(
    'given %p for a zone, then UTC is used, each time',
    (zone) => {
      const expected = 'Sunday, 22 November 2026 at 14:07 (UTC)';
      expect([localTime(atMs, zone), localTime(atMs, zone)]).toEqual([expected, expected]);
    },
  );
});
