import { RecentEvents, type WorkspaceEvent } from './recent-events.js';

let now: number;
let recent: RecentEvents<WorkspaceEvent>;
const never = new AbortController().signal;
beforeEach(() => {
  now = 1_000_000;
  recent = new RecentEvents({ keptMs: 300_000, maxBytes: 1_000, now: () => now, idStep: 0 });
});
const event = (type: string, occurredAtMs: number, sizeBytes = 10) => ({ type, occurredAtMs, sizeBytes });
const add = (type: string, occurredAtMs = now, sizeBytes = 10, workspace = 'w') =>
  recent.add(workspace, event(type, occurredAtMs, sizeBytes));
const read = (id: number, workspace = 'w') =>
  recent.after(workspace, id)?.map(({ id: each, event }) => `${each} ${event.type}`);

describe('recent events', () => {
  it('given events of one millisecond and of an earlier one, then ids are unique and grow', () => {
    add('a');
    add('b');
    add('c', now - 50);
    expect(read(0)).toEqual(['1000000 a', '1000016 b', '1000032 c']);
    expect(read(1_000_016)).toEqual(['1000032 c']);
  });

  it('belong to their workspace', () => {
    add('a');
    expect(read(0, 'other')).toEqual([]);
    expect(recent.end('other')).toBe(0);
  });

  it('given an old one and one beyond the bytes, then they are gone, and who was before them is told', () => {
    add('old', now);
    now += 320_000;
    add('large', now, 900);
    expect(read(1_000_000)).toEqual([`${now} large`]);
    expect(read(999_999)).toBeUndefined();
    add('larger', now + 16, 200);
    expect(read(now)).toEqual([`${now + 16} larger`]);
    expect(read(now - 1)).toBeUndefined();
  });

  it('when somebody goes on after one of several of a millisecond, then the others come', () => {
    for (const type of ['a', 'b', 'c']) add(type);
    expect(read(recent.resume('w', now + 16))).toEqual([`${now + 32} c`]);
  });

  it('given one that came late to another gateway, when somebody comes from there, then it is not lost', () => {
    const there = new RecentEvents({ keptMs: 300_000, maxBytes: 1_000, now: () => now, idStep: 7 });
    for (const each of [recent, there]) each.add('w', event('early', now - 6_000));
    add('late', now - 1_000);
    for (const each of [recent, there]) each.add('w', event('newest', now));
    const place = there.end('w');
    there.add('w', event('late', now - 1_000));
    expect(read(recent.resume('w', place))).toEqual([`${now - 992} late`, `${now} newest`]);
    expect(there.after('w', there.resume('w', place))).toMatchObject([{ event: { type: 'late' } }]);
  });

  it('given an id that is forgotten or still to come, then it begins with what is there, or with the next', () => {
    add('old');
    now += 320_000;
    add('later');
    expect(read(recent.resume('w', 5))).toEqual([`${now} later`]);
    const place = recent.resume('w', now + 1_000_000);
    add('next', now + 16);
    expect(read(place)).toEqual([`${now + 16} next`]);
  });

  it('when one comes, then it wakes who waits in its workspace alone', async () => {
    const woken: string[] = [];
    const waiting = recent.next('w', 0, never).then(() => woken.push('w'));
    void recent.next('other', 0, never).then(() => woken.push('other'));
    add('a');
    await waiting;
    expect(woken).toEqual(['w']);
    await recent.next('w', 0, never);
  });

  it('when the signal is aborted, then waiting ends', async () => {
    const controller = new AbortController();
    const waiting = recent.next('w', 0, controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBeUndefined();
  });
});
