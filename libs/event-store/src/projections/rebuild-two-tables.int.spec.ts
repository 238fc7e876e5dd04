import type { PooledDatabase } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { accountAggregate, createAccountTable } from '../../test/account-commands.js';
import {
  countedIds,
  createAccountDatabase,
  metadata,
  openStore,
  tenant,
  testClock,
} from '../../test/account-log.js';
import { heldBefore } from '../../test/held-database.js';
import { CommandHandler } from '../aggregate/command-handler.js';
import { column, defineTable } from '../index.js';
import { rebuildReadModels } from './rebuild-read-models.js';

interface PlaceRow {
  readonly tenantId: string;
  readonly place: number;
  readonly accountId: string;
}

/** The account is no part of the key, so one account's row can have the place of another's. */
const placeTable = defineTable<PlaceRow>()('bank.place', {
  owner: { tenant: 'tenant_id', id: 'account_id' },
  key: { tenantId: column((row) => row.tenantId), place: column((row) => row.place) },
  columns: { accountId: column((row) => row.accountId) },
});
const createPlaceTable = `
  CREATE TABLE bank.place (tenant_id text COLLATE "C", place integer, account_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant_id, place))`;

/** An account has the place of its first balance. */
const placedAggregate: typeof accountAggregate = {
  ...accountAggregate,
  rows: (change) => [
    ...(accountAggregate.rows?.(change) ?? []),
    ...placeTable.insertAll(
      change.before.owner === undefined
        ? [{ tenantId: change.tenantId, place: change.after.balance, accountId: change.id }]
        : [],
    ),
  ],
  tables: [...(accountAggregate.tables ?? []), placeTable],
};

let test: TestDatabase;
beforeEach(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query(`${createAccountTable}; ${createPlaceTable}`);
});
afterEach(() => test.drop());

/** Two events. @returns the account's id */
async function opened(amount: number, aggregate = placedAggregate): Promise<string> {
  const id = countedIds.resourceId(tenant);
  const accounts = new CommandHandler(aggregate, {
    store: openStore(test),
    database: test.database,
    clock: testClock,
  });
  const commands = [{ type: 'OpenAccount', owner: 'Ada' } as const, { type: 'Deposit', amount } as const];
  await accounts.create({ tenantId: tenant, id, metadata }, { commands });
  return id;
}
const rebuild = (database: PooledDatabase = test.database, batchSize = 2) =>
  rebuildReadModels({ database, store: openStore(test), aggregates: [placedAggregate], batchSize });

async function places(): Promise<readonly string[]> {
  const { rows } = await test.database.pool.query<{ row: string }>(
    `SELECT place || ' ' || account_id AS row FROM bank.place ORDER BY place`,
  );
  return rows.map(({ row }) => row);
}

/** Swaps the places of two accounts. */
const swap = `UPDATE bank.place AS one SET account_id = other.account_id
                FROM bank.place AS other WHERE other.place <> one.place`;

async function someoneWaits(): Promise<void> {
  const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  while ((await test.database.pool.query(waits)).rowCount === 0);
}

/**
 * A deadlock: the rebuild has locked the row of an account, a session that of its place, and each wants the other's.
 */
async function crossed(nth: number): Promise<void> {
  const held = heldBefore(test.database, 'bank.place.rebuild_hold', nth);
  const other = await test.database.pool.connect();
  try {
    const rebuilt = rebuild(held.database);
    rebuilt.catch(() => undefined); // heard further down
    await held.reached;
    await other.query('BEGIN; UPDATE bank.place SET account_id = account_id');
    const changed = other.query('UPDATE bank.account SET balance = balance');
    changed.catch(() => undefined); // heard further down
    await someoneWaits();
    held.goOn();
    await changed;
    await other.query('COMMIT');
    await rebuilt;
  } finally {
    other.release(true);
  }
}

describe('rebuilding the rows of several tables', () => {
  it('given a deadlock with another session, then it gives way', async () => {
    const id = await opened(5);
    await crossed(1);
    expect(await places()).toEqual([`5 ${id}`]);
  });

  it('given a deadlock while it removes conflicting rows, then it gives way too', async () => {
    const [first, second] = [await opened(5), await opened(7)];
    await test.database.pool.query(swap);
    await crossed(2);
    expect(await places()).toEqual([`5 ${first}`, `7 ${second}`]);
  });

  it.each([2, 100])(
    'given rows with swapped keys and %i events in a batch, then each gets its own back',
    async (batchSize) => {
      const [first, second] = [await opened(5), await opened(7)];
      await test.database.pool.query(swap);
      await rebuild(test.database, batchSize);
      expect(await places()).toEqual([`5 ${first}`, `7 ${second}`]);
    },
  );

  it.each([2, 100])(
    'given two streams that claim the key of one row and %i events in a batch, then neither takes it from the other',
    async (batchSize) => {
      await opened(5);
      await opened(5, accountAggregate);
      await expect(rebuild(test.database, batchSize)).rejects.toThrow(/bank\.place .* another aggregate/);
    },
  );

  it('given more stray rows than one page, then all are removed', async () => {
    const id = await opened(2_000);
    await test.database.pool.query(
      `INSERT INTO bank.place SELECT 'org:demo', n, 'nobody' FROM generate_series(1, 3500) AS n WHERE n <> 2000`,
    );
    expect(await rebuild()).toMatchObject({ removed: 3_499 });
    expect(await places()).toEqual([`2000 ${id}`]);
  });
});
