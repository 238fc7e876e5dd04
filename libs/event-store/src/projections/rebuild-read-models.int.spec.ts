import type { TenantId } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
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
import { heldBefore, overheard } from '../../test/held-database.js';
import { CommandHandler } from '../aggregate/command-handler.js';
import type { EventStore } from '../event-store.js';
import { rebuildReadModels, type RebuildOptions } from './rebuild-read-models.js';

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
type Target = ReturnType<typeof targetOf>;
const open = { type: 'OpenAccount', owner: 'Ada' } as const;
const deposit = (amount: number) => ({ type: 'Deposit', amount }) as const;
const rebuild = (options: Partial<RebuildOptions<AccountEvent>> = {}) =>
  rebuildReadModels({
    database: test.database,
    store,
    aggregates: [accountAggregate],
    batchSize: 4,
    ...options,
  });
const rebuildOn = (database: PooledDatabase) => rebuild({ database });

/** An account with a balance of 5, by two events. */
async function opened(tenantId = tenant): Promise<Target> {
  const target = targetOf(tenantId);
  await accounts().create(target, { commands: [open, deposit(5)] });
  return target;
}

/** All rows as text, without loss of precision. */
async function content(): Promise<readonly string[]> {
  const { rows } = await test.database.pool.query<{ row: string }>(
    'SELECT a::text AS row FROM bank.account AS a ORDER BY 1',
  );
  return rows.map(({ row }) => row);
}
const balances = async () => (await content()).map((row) => Number(/,(\d+)\)$/.exec(row)?.[1])).toSorted();

/** Resolves when a session waits for a lock. */
async function someoneWaits(): Promise<void> {
  const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  while ((await test.database.pool.query(waits)).rowCount === 0);
}

describe('rebuilding read models', () => {
  it('given rows that were lost, changed or added, then they are as the log says, in all tenants', async () => {
    for (const tenantId of [tenant, 'org:other', tenant, 'org:third', tenant] as const)
      await opened(tenantId);
    const before = await content();
    await test.database.pool.query(`
      UPDATE bank.account SET balance = 99;
      DELETE FROM bank.account WHERE tenant_id = 'org:other';
      INSERT INTO bank.account VALUES ('org:demo', 'stray', now(), 1), ('org:nobody', 'stray', now(), 1)`);
    const progress: string[] = [];

    const onProgress: RebuildOptions<AccountEvent>['onProgress'] = ({ events, position }) =>
      progress.push(`${events} of ${position}`);
    const outcome = await rebuild({ onProgress });

    expect(await content()).toEqual(before);
    expect(outcome).toEqual({ streams: 5, events: 10, rows: 5, missing: 1, removed: 2, repeated: 0 });
    expect(progress).toEqual(['4 of 10', '8 of 10', '10 of 10']);
  });

  it('given a row that the log ends, then it is removed', async () => {
    const taking: typeof accountAggregate = {
      ...accountAggregate,
      rows: (change) => (change.after.balance === 5 ? (accountAggregate.rows?.(change) ?? []) : []),
    };
    await accounts().change(await opened(), () => deposit(1));
    await opened();
    expect(await rebuild({ aggregates: [taking] })).toMatchObject({ rows: 1, removed: 1 });
    expect(await balances()).toEqual([5]);
  });

  it.each([1, 2, 3, 5, 100])(
    'given %i events in a batch, then streams longer than that are whole',
    async (batchSize) => {
      for (const amounts of [[1], [1, 2, 3, 4], [], [1, 2]]) {
        const target = await opened();
        for (const amount of amounts) await accounts().change(target, () => deposit(amount));
      }
      const before = await content();
      await test.database.pool.query('DELETE FROM bank.account');
      expect(await rebuild({ batchSize })).toMatchObject({ streams: 4, events: 15, rows: 4 });
      expect(await content()).toEqual(before);
    },
  );

  it('skips streams of other categories without opening them', async () => {
    await opened();
    const other = new CommandHandler<Account, AccountCommand, AccountEvent>(
      { ...accountAggregate, category: 'closed' },
      { store, database: test.database, clock: testClock },
    );
    await other.create(targetOf(tenant), { commands: [open] });
    await test.database.pool.query(`
      DELETE FROM bank.account; UPDATE bank.event SET event_type = 'Unknown' WHERE stream_id LIKE '%/closed/%'`);
    expect(await rebuild()).toMatchObject({ streams: 1, events: 3 });
    expect(await content()).toHaveLength(1);
  });

  it('given rows with swapped unique keys, then each gets its own back', async () => {
    await test.database.pool.query('CREATE UNIQUE INDEX ON bank.account (balance)');
    for (const amount of [1, 2, 3]) {
      const target = targetOf(tenant);
      await accounts().create(target, { commands: [open, deposit(amount)] });
    }
    const before = await content();
    await test.database.pool.query(`
      UPDATE bank.account SET balance = -balance; UPDATE bank.account SET balance = 1 + (3 + balance)`);
    expect(await content()).not.toEqual(before);
    await rebuild();
    expect(await content()).toEqual(before);
  });

  it('given two streams that claim one key, then it fails and says which', async () => {
    await opened();
    await opened();
    await test.database.pool.query(
      'DELETE FROM bank.account; CREATE UNIQUE INDEX one_balance ON bank.account (balance)',
    );
    await expect(rebuild()).rejects.toMatchObject({ constraint: 'one_balance' });
    expect(await balances()).toEqual([5]);
  });

  it('given rows of no declared table, then it is refused before anything is written', async () => {
    await opened();
    const rows = () => [{ name: 'own', text: 'INSERT INTO bank.account VALUES (1)', values: [] }];
    await expect(rebuild({ aggregates: [{ ...accountAggregate, rows }] })).rejects.toThrow(TypeError);
    expect(await balances()).toEqual([5]);
  });
});

describe('rebuilding read models concurrently with others', () => {
  it('given an append that has written but not committed, then it waits only for that and keeps its rows locked', async () => {
    const target = await opened();
    let rebuilt: ReturnType<typeof rebuild> | undefined;
    await test.database.transaction(async (tx) => {
      await accounts().change({ ...target, tx }, () => deposit(2));
      rebuilt = rebuild();
      rebuilt.catch(() => undefined);
      await someoneWaits();
      await accounts().change(await opened(), () => deposit(3));
    });
    expect((await rebuilt)?.repeated).toBeGreaterThan(0);
    expect(await balances()).toEqual([7, 8]);
  });

  it("given a long-running reader, then it does not wait, and the reader's rows stay", async () => {
    await opened();
    await opened();
    const reader = await test.database.pool.connect();
    try {
      await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      const read = () => reader.query('SELECT * FROM bank.account ORDER BY account_id');
      const { rows } = await read();
      await test.database.pool.query('UPDATE bank.account SET balance = 99');
      await rebuild();
      expect(await balances()).toEqual([5, 5]);
      expect((await read()).rows).toEqual(rows);
    } finally {
      reader.release(true);
    }
  });

  it('given it is in the middle of a transaction, then readers and writers of other streams wait for nothing', async () => {
    const held = heldBefore(test.database, 'rebuild_put');
    for (let count = 0; count < 3; count++) await opened();
    const late = await opened();
    const rebuilt = rebuildOn(held.database);
    await held.reached;
    expect(await balances()).toEqual([5, 5, 5, 5]);
    await accounts().change(late, () => deposit(2));
    await opened();
    held.goOn();
    await rebuilt;
    expect(await balances()).toEqual([5, 5, 5, 5, 7]);
  });

  it('given an append between reading a stream and writing its rows, then the rows include it', async () => {
    const target = await opened();
    const held = heldBefore(test.database, 'rebuild_hold');
    const rebuilt = rebuildOn(held.database);
    await held.reached;
    await accounts().change(target, () => deposit(2));
    held.goOn();
    expect(await rebuilt).toMatchObject({ repeated: 1 });
    expect(await balances()).toEqual([7]);
  });

  it('given an append to rows that are being written, then it waits for them and changes them', async () => {
    const target = await opened();
    const held = heldBefore(test.database, 'rebuild_put');
    const rebuilt = rebuildOn(held.database);
    await held.reached;
    const changed = accounts().change(target, () => deposit(2));
    await someoneWaits();
    held.goOn();
    await Promise.all([rebuilt, changed]);
    expect(await balances()).toEqual([7]);
  });

  it("given an append that began before a missing row was restored and can't see it, then its change is repaired", async () => {
    const target = await opened();
    await test.database.pool.query('DELETE FROM bank.account; CREATE TABLE bank.gate AS SELECT 1 AS id');
    const gate = await test.database.pool.connect();
    const held = heldBefore(test.database, 'rebuild_writers');
    const guard = () => ({ name: 'gate', text: 'SELECT id FROM bank.gate FOR SHARE', values: [] });
    try {
      await gate.query('BEGIN; UPDATE bank.gate SET id = id');
      const changed = accounts().change(target, () => ({ commands: [deposit(2)], guard }));
      await someoneWaits();
      const rebuilt = rebuildOn(held.database);
      await held.reached;
      expect(await balances()).toEqual([5]);
      held.goOn();
      await gate.query('COMMIT');
      await Promise.all([changed, rebuilt]);
    } finally {
      gate.release(true);
    }
    expect(await balances()).toEqual([7]);
  });

  it('given concurrent writers, then none of their changes is lost', async () => {
    const targets = [await opened(), await opened(), await opened()];
    const twice = async () => {
      await rebuild();
      await rebuild();
    };
    await Promise.all([
      twice(),
      ...targets.map((target) => accounts().change(target, () => deposit(1))),
      opened(),
      ...targets.map((target) => accounts().change(target, () => deposit(1))),
    ]);
    const live = await content();
    expect(await balances()).toEqual([5, 7, 7, 7]);
    await rebuild();
    expect(await content()).toEqual(live);
  });

  it('given concurrent readers, then they see every row', async () => {
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

  it('given another one on the same schema, then it is refused and the other continues', async () => {
    await opened();
    const held = heldBefore(test.database, 'rebuild_put');
    const first = rebuildOn(held.database);
    await held.reached;
    await expect(rebuild()).rejects.toMatchObject({ code: 'operation_in_progress' });
    held.goOn();
    expect(await first).toMatchObject({ rows: 1 });
    expect(await rebuild()).toMatchObject({ rows: 1 });
  });
});

describe('an interrupted rebuild of read models', () => {
  it('before any of its statements, then all rows are whole, and the next one restores them', async () => {
    for (let count = 0; count < 3; count++) await opened();
    const before = await content();
    let isDone = false;
    for (let sent = 1; !isDone; sent++) {
      await test.database.pool.query(
        `UPDATE bank.account SET balance = 99 WHERE account_id = (SELECT min(account_id) FROM bank.account)`,
      );
      let left = sent;
      const lost = overheard(test.database, () => {
        if (--left < 0) throw new Error('killed');
      });
      isDone = await rebuildOn(lost).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed');
          return false;
        },
      );
      const after = await content();
      expect(after.slice(1)).toEqual(before.slice(1));
      expect([before[0], before[0]?.replace(/\d+\)$/, '99)')]).toContain(after[0]);
    }
    expect(await content()).toEqual(before);
  });

  it('by the end of its session, then it leaves no lock', async () => {
    await opened();
    const held = heldBefore(test.database, 'rebuild_put');
    const first = rebuildOn(held.database);
    await held.reached;
    const { rowCount } = await test.database.pool.query(`
      SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE '% rebuild'`);
    expect(rowCount).toBe(1);
    const second = rebuild();
    held.goOn();
    expect(await second).toMatchObject({ rows: 1 });
    await first;
    expect(await balances()).toEqual([5]);
  });
});
