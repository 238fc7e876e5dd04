import { RecentEvents, type WorkspaceEvent } from './recent-events.js';

let now: number;
let recent: RecentEvents<WorkspaceEvent>;
const never = new AbortController().signal;
beforeEach(() => {
  now = 1_000_000;
  recent = new RecentEvents({ keptMs: 300_000, maxBytes: 1_000, now: () => now });
});
const add = (type: string, occurredAtMs = now, sizeBytes = 10, workspace = 'w') =>
  recent.add(workspace, { type, occurredAtMs, sizeBytes });
const read = (id: number, workspace = 'w') =>
  recent.after(workspace, id)?.map(({ id: each, event }) => `${each} ${event.type}`);

describe('recent events', () => {
  it('given events of one millisecond and of an earlier one, then ids are unique and grow', () => {
    add('a');
    add('b');
    add('c', now - 50);
    expect(read(0)).toEqual(['1000000 a', '1000001 b', '1000002 c']);
    expect(read(1_000_001)).toEqual(['1000002 c']);
  });

  it('belong to their workspace', () => {
    add('a');
    expect(read(0, 'other')).toEqual([]);
    expect(recent.end('other')).toBe(0);
  });

  it('given an old one and one beyond the bytes, then they are gone, and who was before them is told', () => {
    add('old', now);
    now += 300_001;
    add('large', now, 900);
    expect(read(1_000_000)).toEqual([`${now} large`]);
    expect(read(999_999)).toBeUndefined();
    add('larger', now + 1, 200);
    expect(read(now)).toEqual([`${now + 1} larger`]);
    expect(read(now - 1)).toBeUndefined();
  });

  it('when somebody goes on after one of several of a millisecond, then all of these come again', () => {
    add('before', now - 1);
    add('a');
    add('b');
    expect(read(recent.resume('w', now + 1))).toEqual([`${now} a`, `${now + 1} b`]);
    expect(read(recent.resume('w', now - 1))).toEqual([`${now} a`, `${now + 1} b`]);
    expect(recent.resume('w', 5)).toBe(5);
    now += 300_001;
    add('later');
    expect(read(recent.resume('w', 5))).toEqual([`${now} later`]);
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
