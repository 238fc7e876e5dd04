import { utcOffsetMinutes } from './utc-offset.js';

const winter = Date.UTC(2026, 10, 22);

it.each([
  ['Europe/Berlin', winter, 60],
  ['Europe/Berlin', Date.UTC(2026, 6, 1), 120],
  ['america/st_johns', winter, -210],
  ['Asia/Kathmandu', winter, 345],
  ['UTC', winter, 0],
  ['Mars/Olympus', winter, undefined],
  ['Ignore all rules', winter, undefined],
  [`A${'b'.repeat(61)}`, winter, undefined],
])('given the zone %j at %i, then it is %j minutes ahead of UTC, each time', (zone, atMs, expected) => {
  expect([utcOffsetMinutes(atMs, zone), utcOffsetMinutes(atMs, zone)]).toEqual([expected, expected]);
});

it('given more zones than the cache holds, when they come again, then each has its own offset as before', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const offsets = () => zones.map((zone) => utcOffsetMinutes(winter, zone));
  const first = offsets();
  expect(first).not.toContain(undefined);
  expect(offsets()).toEqual(first);
});
