import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@svc/testing';
import { opened } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  schema,
  subject,
  tenant,
} from '../../test/account-log.js';
import { emptyStreamHead } from '../stream-head.js';
import { PostgresSignals } from './postgres-signals.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
});
afterAll(() => test.drop());

const started: PostgresSignals[] = [];
afterEach(() => Promise.all(started.splice(0).map((signals) => signals.stop())));

/** Signals of one process. */
async function startSignals(name: string, onConnectionLost?: () => void): Promise<PostgresSignals> {
  const signals = new PostgresSignals({
    connectionString: test.connectionString,
    applicationName: name,
    reconnectMs: 1,
    ...(onConnectionLost && { onConnectionLost }),
  });
  await signals.start();
  started.push(signals);
  return signals;
}

/** Resolves when the server has taken the channels that `signals` listens on: its answers come in order. */
const listening = (name: string) =>
  until(async () => {
    const sql = `SELECT FROM pg_stat_activity WHERE application_name = $1 AND state = 'idle' AND query LIKE 'LISTEN%'`;
    return (await test.database.pool.query(sql, [name])).rowCount === 1;
  });

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

describe('signals over Postgres', () => {
  it('wake a subscription in another process, without its poll', async () => {
    const [writing, reading] = [await startSignals('writing'), await startSignals('reading')];
    const done = Promise.withResolvers<number>();
    const subscription = openStore(test, { signals: reading, pollMs: 2_000_000_000 }).subscribe({
      name: 'list',
      startAt: 'start',
      apply: async (_tx, events) => done.resolve(events.length),
      onError: (error) => done.reject(error),
    });
    await subscription.caughtUp();
    await listening('reading');
    const events = [opened('Ada')];
    const request = {
      tenantId: tenant,
      subject,
      streamId: newAccountStream(),
      expected: emptyStreamHead,
      events,
      metadata,
    };
    await openStore(test, { signals: writing }).append(test.database, request);
    expect(await done.promise).toBe(1);
    await subscription.stop();
  });

  it('given a lost connection, tell it, connect again and go on', async () => {
    const lost = Promise.withResolvers<void>();
    const reading = await startSignals('reading', () => lost.resolve());
    const writing = await startSignals('writing');
    let woken = 0;
    reading.onAppended(schema, () => woken++);
    await listening('reading');
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'reading'`;
    await test.database.pool.query(end);
    await lost.promise;
    // Woken after the reconnection: something may have come meanwhile.
    await until(async () => (await test.database.pool.query('SELECT'), woken === 1));
    await until(async () => {
      writing.appended(schema);
      await test.database.pool.query('SELECT');
      return woken > 1;
    });
  });

  it('given many appends at once, send few notifications', async () => {
    const [writing, reading] = [await startSignals('writing'), await startSignals('reading')];
    const second = Promise.withResolvers<void>();
    let woken = 0;
    reading.onAppended(schema, () => {
      if (++woken === 2) second.resolve();
    });
    await listening('reading');
    for (let append = 0; append < 500; append++) writing.appended(schema);
    await second.promise;
    await test.database.pool.query('SELECT');
    expect(woken).toBe(2);
  });

  it('that can not connect at the start say so', async () => {
    const connectionString = 'postgresql://localhost:1/none';
    const signals = new PostgresSignals({ connectionString, applicationName: 'nobody' });
    await expect(signals.start()).rejects.toThrow();
    await signals.stop();
  });
});
