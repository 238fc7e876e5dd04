import { localTime } from './local-time.js';

describe('the time of a user', () => {
  it.each([
    [null, 'Sunday, 22 November 2026 at 14:07 (UTC)'],
    [{ name: 'Asia/Tokyo', utcOffsetMinutes: 540 }, 'Sunday, 22 November 2026 at 23:07 (Asia/Tokyo)'],
    [{ name: 'Pacific/Apia', utcOffsetMinutes: 780 }, 'Monday, 23 November 2026 at 03:07 (Pacific/Apia)'],
    [
      { name: 'America/St_Johns', utcOffsetMinutes: -210 },
      'Sunday, 22 November 2026 at 10:37 (America/St_Johns)',
    ],
  ])('given the zone %j, then it is %s', (zone, expected) => {
    expect(localTime(Date.UTC(2026, 10, 22, 14, 7), zone)).toBe(expected);
  });
});
