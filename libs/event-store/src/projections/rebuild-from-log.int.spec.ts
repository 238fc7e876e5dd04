import type { TestDatabase } from '@svc/testing';
import { opened, type AccountEvent } from '../../test/account.js';
import {
  countRows,
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  tenant,
} from '../../test/account-log.js';
import type { SqlFragment } from '../append/sql-fragment.js';
import type { EventStore } from '../event-store.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import { emptyStreamHead } from '../stream-head.js';
import { rebuildFromLog } from './rebuild-from-log.js';

let test: TestDatabase;
let store: EventStore<AccountEvent>;
beforeAll(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query('CREATE TABLE bank.account (stream_id text PRIMARY KEY)');
  store = openStore(test);
});
afterAll(() => test.drop());

const row = (streamId: string): SqlFragment => ({
  name: 'account_row',
  text: 'INSERT INTO bank.account (stream_id) VALUES ($1)',
  values: [streamId],
});
const open = () => {
  const streamId = newAccountStream();
  const begin = { tenantId: tenant, streamId, expected: emptyStreamHead, metadata };
  return { ...begin, events: [opened('Ada')], alongside: [row(streamId)] };
};
const rebuild = () =>
  rebuildFromLog({
    database: test.database,
    store,
    tables: ['bank.account'],
    rowsOf: ({ streamId }: RecordedEvent<AccountEvent>) => [row(streamId)],
  });

/** Resolves when a session waits for a lock. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await test.database.pool.query('SELECT FROM pg_locks WHERE NOT granted LIMIT 1');
    if (rowCount === 1) return;
  }
}

describe('making a read model anew', () => {
  it('given rows that the log knows nothing of, then they are gone, and those of the log are there', async () => {
    await store.append(test.database, open());
    await test.database.pool.query(`INSERT INTO bank.account VALUES ('unknown')`);
    expect(await rebuild()).toBe(1);
    expect(await countRows(test, 'bank.account')).toBe(1);
  });

  it('given an append that has its locks but no transaction id yet, then the rebuild waits for it and holds its event', async () => {
    const before = await countRows(test, 'bank.event');
    let rebuilt: Promise<number> | undefined;
    await test.database.transaction(async (tx) => {
      const text = 'LOCK TABLE bank.account IN ROW EXCLUSIVE MODE';
      await tx.query({ name: 'lock', text, values: [] });
      rebuilt = rebuild();
      rebuilt.catch(() => undefined);
      await someoneWaits();
      await store.append(tx, open());
    });
    expect(await rebuilt).toBe(before + 1);
    expect(await countRows(test, 'bank.account')).toBe(before + 1);
  });

  it('given an append that comes meanwhile, then it waits, and nothing of it is lost', async () => {
    const before = await countRows(test, 'bank.event');
    await Promise.all([rebuild(), store.append(test.database, open()), rebuild()]);
    expect(await countRows(test, 'bank.account')).toBe(before + 1);
  });
});
