import type { TenantId } from '@svc/kernel';
import type { TestDatabase } from '@svc/testing';
import type { Account, AccountEvent } from '../../test/account.js';
import { accountAggregate, createAccountTable, type AccountCommand } from '../../test/account-commands.js';
import {
  countedIds,
  createAccountDatabase,
  metadata,
  openStore,
  tenant,
  testClock,
} from '../../test/account-log.js';
import { CommandHandler } from '../aggregate/command-handler.js';
import type { EventStore } from '../event-store.js';
import { rebuildReadModels } from './rebuild-read-models.js';

let test: TestDatabase;
let store: EventStore<AccountEvent>;
beforeEach(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query(createAccountTable);
  store = openStore(test);
});
afterEach(() => test.drop());

const accounts = () =>
  new CommandHandler(accountAggregate, { store, database: test.database, clock: testClock });
const targetOf = (tenantId: TenantId) => ({
  tenantId,
  id: countedIds.resourceId(tenantId),
  metadata,
});
const open = { type: 'OpenAccount', owner: 'Ada' } as const;
const deposit = (amount: number) => ({ type: 'Deposit', amount }) as const;
const rebuild = (onProgress?: (done: number) => void) =>
  rebuildReadModels({
    database: test.database,
    store,
    aggregates: [accountAggregate],
    batchSize: 2,
    onProgress,
  });

async function opened(tenantId = tenant) {
  const target = targetOf(tenantId);
  await accounts().create(target, { commands: [open, deposit(5)] });
  return target;
}

/** All rows as text, so that nothing of a value is lost. */
async function content(): Promise<readonly string[]> {
  const { rows } = await test.database.pool.query<{ row: string }>(
    'SELECT a::text AS row FROM bank.account AS a ORDER BY 1',
  );
  return rows.map(({ row }) => row);
}

/** Resolves when a session waits for a lock. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await test.database.pool.query('SELECT FROM pg_locks WHERE NOT granted LIMIT 1');
    if (rowCount === 1) return;
  }
}

describe('making read models anew', () => {
  it('given rows that were lost, changed or added, then they are as the log says, in all tenants', async () => {
    for (const tenantId of [tenant, 'org:other', tenant, 'org:third', tenant] as const)
      await opened(tenantId);
    const before = await content();
    await test.database.pool.query(`
      UPDATE bank.account SET balance = 99;
      DELETE FROM bank.account WHERE tenant_id = 'org:other';
      INSERT INTO bank.account VALUES ('org:demo', 'stray', now(), 1), ('org:nobody', 'stray', now(), 1)`);
    const progress: number[] = [];

    expect(await rebuild((done) => progress.push(done))).toBe(5);

    expect(await content()).toEqual(before);
    expect(progress).toEqual([2, 4, 5]);
  });

  it('leaves streams of other categories alone', async () => {
    await opened();
    const other = new CommandHandler<Account, AccountCommand, AccountEvent>(
      { ...accountAggregate, category: 'closed' },
      {
        store,
        database: test.database,
        clock: testClock,
      },
    );
    await other.create(targetOf(tenant), { commands: [open] });
    await test.database.pool.query(`DELETE FROM bank.account`);
    expect(await rebuild()).toBe(1);
    expect(await content()).toHaveLength(1);
  });

  it('given an append that has written but not committed, then the rebuild waits for it and holds its rows', async () => {
    const target = await opened();
    let rebuilt: Promise<number> | undefined;
    await test.database.transaction(async (tx) => {
      await accounts().change({ ...target, tx }, () => deposit(2));
      rebuilt = rebuild();
      rebuilt.catch(() => undefined);
      await someoneWaits();
    });
    expect(await rebuilt).toBe(1);
    expect(await content()).toEqual([expect.stringContaining(',7)')]);
  });

  it('given writers that go on meanwhile, then nothing of them is lost', async () => {
    const targets = [await opened(), await opened(), await opened()];
    await Promise.all([
      rebuild(),
      ...targets.map((target) => accounts().change(target, () => deposit(1))),
      opened(),
      rebuild(),
      ...targets.map((target) => accounts().change(target, () => deposit(1))),
    ]);
    const live = await content();
    expect(live.map((row) => row.replace(/^.*,/, '')).sort()).toEqual(['5)', '7)', '7)', '7)']);
    await rebuild();
    expect(await content()).toEqual(live);
  });

  it('given readers meanwhile, then they see every row', async () => {
    await Promise.all([opened(), opened(), opened()]);
    const counts: number[] = [];
    let isDone = false;
    const reader = (async () => {
      while (!isDone) counts.push((await content()).length);
    })();
    await rebuild();
    isDone = true;
    await reader;
    expect(new Set(counts)).toEqual(new Set([3]));
  });
});
