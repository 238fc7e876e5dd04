import { RequestWindows, type RequestCourse } from './request-windows.js';

const most = 32;

/** The room of a destination after these requests, one after the other. */
function roomAfter(...courses: readonly (readonly [RequestCourse, times: number])[]): number {
  const windows = new RequestWindows(most);
  // One stays under way, so that the entry stays.
  windows.enter('d');
  for (const [course, times] of courses)
    for (let count = 0; count < times; count += 1) {
      windows.enter('d');
      windows.leave('d', course);
    }
  return (windows.rooms().get('d') ?? 0) + 1;
}

describe('requests to one destination at the same time', () => {
  it.each<[number, string, readonly (readonly [RequestCourse, number])[]]>([
    [8, 'nothing is known of it', []],
    [11, 'three went quickly', [['quick', 3]]],
    [most, 'a hundred went quickly', [['quick', 100]]],
    [8, 'a hundred were slow', [['slow', 100]]],
    [
      8,
      'one was slow after a hundred quick ones',
      [
        ['quick', 100],
        ['slow', 1],
      ],
    ],
    [
      16,
      'one failed after a hundred quick ones',
      [
        ['quick', 100],
        ['failed', 1],
      ],
    ],
    [1, 'a hundred failed', [['failed', 100]]],
    [
      8,
      'a hundred were slow after as many that failed',
      [
        ['failed', 100],
        ['slow', 100],
      ],
    ],
  ])('are at most %d when %s', (room, _what, courses) => {
    expect(roomAfter(...courses)).toBe(room);
  });

  it('include those under way', () => {
    const windows = new RequestWindows(most);
    for (let count = 0; count < 8; count += 1) windows.enter('d');
    expect([windows.rooms().get('d'), windows.isFull('d'), windows.inFlight]).toEqual([0, true, 8]);
    windows.leave('d', 'quick');
    expect([windows.rooms().get('d'), windows.isFull('d'), windows.inFlight]).toEqual([2, false, 7]);
  });

  it('are one where the limit is one', () => {
    expect(new RequestWindows(1).firstRoom).toBe(1);
  });
});
