import { describe, expect, it } from '@jest/globals';
import type { Executor, Statement } from '@svc/postgres';
import type { LogPosition } from '../events/recorded-event.js';
import { logStart } from '../reading/read-log.js';
import { LocalSignals } from '../signals/log-signals.js';
import { SharedLog } from './shared-log.js';

const at = (position: number): LogPosition => ({
  epoch: 1,
  transactionId: BigInt(position),
  position: BigInt(position),
});

/** A log of settled events, of alternate types, whose statements are counted and answered one round later. */
function logOf(length: number) {
  const statements: Statement[] = [];
  const events = Array.from({ length }, (_, index) => ({
    ...{ epoch: 1, transaction_id: String(index + 1), position: String(index + 1) },
    ...{ event_type: index % 2 === 0 ? 'Even' : 'Odd', is_public: true, payload: '{}', metadata: '{}' },
  }));
  const executor: Executor = {
    query: async <Row>(statement: Statement) => {
      statements.push(statement);
      const [, , after, types] = statement.values as [number, string, string, readonly string[] | undefined];
      await new Promise(setImmediate);
      const scanned = events.filter(({ position }) => Number(position) > Number(after)).slice(0, 200);
      const rows = scanned.map((event, index) => ({
        ...event,
        is_match: types?.includes(event.event_type) ?? true,
        nth: index + 1,
      }));
      const returned = rows.filter((row) => row.is_match || row === rows.at(-1));
      return { rows: returned as Row[], rowCount: returned.length };
    },
  };
  const signals = new LocalSignals();
  return { statements, signals, shared: new SharedLog(executor, 'bank', signals) };
}

describe('the log that the subscribers of a process share', () => {
  it('given many that stand at one place, is read once', async () => {
    const { shared, statements } = logOf(3);
    const readers = Array.from({ length: 10 }, () => shared.join({}));
    const pages = await Promise.all(readers.map((reader) => reader.read(logStart, 200)));
    expect(statements).toHaveLength(1);
    for (const page of pages) expect(page).toMatchObject({ reached: at(3), isEnd: true });
  });

  it('given one that comes where another has been, is not read again', async () => {
    const { shared, statements } = logOf(3);
    await shared.join({}).read(logStart, 200);
    const page = await shared.join({ types: ['Odd'] }).read(at(1), 200);
    expect(page.rows.map(({ position }) => position)).toEqual(['2']);
    expect(page).toMatchObject({ reached: at(3), isEnd: true });
    expect(statements).toHaveLength(1);
  });

  it('given two of different filters at one place, is read once for both, and gives each its own', async () => {
    const { shared, statements } = logOf(4);
    const [odd, even] = [shared.join({ types: ['Odd'] }), shared.join({ types: ['Even'] })];
    const pages = await Promise.all([odd.read(logStart, 200), even.read(logStart, 200)]);
    expect(statements.length).toBeLessThanOrEqual(2);
    statements.length = 0;
    // From now on each knows where the other stands.
    const [oddPage, evenPage] = await Promise.all([odd.read(at(4), 200), even.read(at(4), 200)]);
    expect(statements.map(({ values }) => values[3])).toEqual([['Odd', 'Even']]);
    expect([oddPage, evenPage]).toMatchObject([{ isEnd: true }, { isEnd: true }]);
    expect(pages.map(({ rows }) => rows.map(({ position }) => position))).toEqual([
      ['2', '4'],
      ['1', '3'],
    ]);
  });

  it('given a smaller batch, gives the rest of the page next', async () => {
    const { shared, statements } = logOf(3);
    const reader = shared.join({});
    const first = await reader.read(logStart, 2);
    expect(first).toMatchObject({ reached: at(2), isEnd: false });
    expect(await reader.read(first.reached, 2)).toMatchObject({ reached: at(3), isEnd: true });
    expect(statements).toHaveLength(1);
  });

  it('given one that says where it goes on, has read it by then', async () => {
    const { shared, statements } = logOf(400);
    const reader = shared.join({});
    const { reached } = await reader.read(logStart, 200);
    reader.readAhead(reached);
    expect(statements).toHaveLength(2);
    expect(await reader.read(reached, 200)).toMatchObject({ reached: at(400) });
    reader.readAhead(at(300));
    expect(statements).toHaveLength(2);
  });

  it('given a signal, does not answer with what was asked before it', async () => {
    const { shared, signals, statements } = logOf(0);
    const [one, other] = [shared.join({}), shared.join({})];
    const before = one.read(logStart, 200);
    signals.appended('bank');
    await Promise.all([before, other.read(logStart, 200)]);
    expect(statements).toHaveLength(2);
  });

  it('given a long log, keeps only the pages read last', async () => {
    const { shared, statements } = logOf(10_000);
    const reader = shared.join({});
    for (let position = logStart; ;) {
      const page = await reader.read(position, 200);
      if (page.isEnd) break;
      position = page.reached;
    }
    statements.length = 0;
    await shared.join({}).read(at(9_700), 200);
    expect(statements).toHaveLength(0);
    await shared.join({}).read(logStart, 200);
    expect(statements).toHaveLength(1);
  });
});
