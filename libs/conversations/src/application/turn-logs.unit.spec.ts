import type { OutlinedEvent } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { TurnLogs, type ChooseTurns } from './turn-logs.js';

const all: ChooseTurns = (turns) => turns;
const unused = {} as Database;

/** Of a log that is never opened: turns of these sizes. */
function logsOf(...turnBytes: readonly number[]) {
  const outlined = turnBytes.flatMap((bytes, nth): OutlinedEvent[] => {
    const [version, text] = [2 * nth + 1, `i${nth}`];
    return [
      { version, type: 'InteractionStarted', text, bytes: 0 },
      { version: version + 1, type: 'InteractionCompleted', text, bytes },
    ];
  });
  const opened: number[][] = [];
  const store = {
    outline: async () => outlined,
    readVersions: async (_executor: unknown, _stream: string, versions: readonly number[]) => {
      opened.push([...versions]);
      return [];
    },
  };
  return { opened, logs: new TurnLogs(store, unused) };
}

describe('logs of turns', () => {
  it('given turns that are too large together, then fewer must be asked for, and one is always read', async () => {
    const megabytes = 1_024 * 1_024;
    const { logs, opened } = logsOf(13 * megabytes, 13 * megabytes, 100 * megabytes);
    await expect(
      logs.read(
        's',
        (turns) => turns.slice(0, 2),
        () => 'read',
      ),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('fewer turns (limit)'),
    });
    expect(opened).toEqual([]);
    expect(
      await logs.read(
        's',
        (turns) => turns.slice(2),
        () => 'read',
      ),
    ).toBe('read');
    // What is before it comes in runs, each of which is folded before the next one is read.
    expect(opened).toEqual([[1], [2], [3], [4], [5, 6]]);
  });

  it('given many requests, then two are worked at, eight wait, and the next one is refused', async () => {
    const { logs } = logsOf();
    const done = Promise.withResolvers<string>();
    const begun: number[] = [];
    const read = (nth: number) =>
      logs.read(`tenant-${nth}/conversation/c`, all, () => {
        begun.push(nth);
        return done.promise;
      });
    const admitted = Array.from({ length: 10 }, (_none, nth) => read(nth));
    await expect(read(10)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(begun).toEqual([0, 1]);
    done.resolve('read');
    expect(await Promise.all(admitted)).toEqual(Array.from({ length: 10 }, () => 'read'));
    expect(await read(11)).toBe('read');
  });

  it('given many requests of one tenant, then four are taken, and those of others still are', async () => {
    const { logs } = logsOf();
    const done = Promise.withResolvers<string>();
    const read = (tenant: string) => logs.read(`${tenant}/conversation/c`, all, () => done.promise);
    const admitted = ['one', 'one', 'one', 'one'].map(read);
    await expect(read('one')).rejects.toMatchObject({ code: 'service_unavailable' });
    admitted.push(read('other'));
    done.resolve('read');
    expect(await Promise.all(admitted)).toHaveLength(5);
    expect(await read('one')).toBe('read');
  });
});
