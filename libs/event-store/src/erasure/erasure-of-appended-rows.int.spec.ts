import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SubjectErasedError } from '@svc/errors';
import type { Tx } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { accountShape } from '../../test/account.js';
import { createOwnerTable, ownedAccountAggregate, ownerTable } from '../../test/account-owner.js';
import {
  countedIds,
  createAccountDatabase,
  metadata,
  openStore,
  schema,
  subject,
  tenant,
  testClock,
} from '../../test/account-log.js';
import { CommandHandler } from '../aggregate/command-handler.js';
import { eraseSubject } from './erase-subject.js';

let test: TestDatabase;
beforeEach(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query(`${createOwnerTable}; CREATE TABLE bank.gate AS SELECT 1 AS id`);
});
afterEach(() => test.drop());

const aggregate: typeof ownedAccountAggregate = {
  ...ownedAccountAggregate,
  snapshots: { every: 1, shape: accountShape },
};
/** The key stays known here, as to a process that has it in memory. */
const accounts = () =>
  new CommandHandler(aggregate, { store: openStore(test), database: test.database, clock: testClock });
const target = () => ({ tenantId: tenant, id: countedIds.resourceId(tenant), metadata });
const open = { type: 'OpenAccount', owner: 'Ada' } as const;
const erase = () =>
  eraseSubject({ database: test.database, schema, tables: [ownerTable], subject, clock: testClock });

async function rows(): Promise<unknown[]> {
  return (await test.database.pool.query('SELECT balance, owner FROM bank.account_owner')).rows;
}
async function snapshots(): Promise<number | null> {
  return (await test.database.pool.query('SELECT FROM bank.snapshot')).rowCount;
}

/** Resolves when a session waits for a lock of this kind. */
async function waiting(locktype: string): Promise<void> {
  const waits = `SELECT FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE NOT granted AND locktype = $1 AND datname = current_database()`;
  while ((await test.database.pool.query(waits, [locktype])).rowCount === 0);
}

/** Runs this while a transaction is open that has done `work`. */
async function whileOpen(work: (tx: Tx) => Promise<unknown>, then: () => Promise<unknown>): Promise<void> {
  await test.database.transaction(async (tx) => {
    await work(tx);
    await then();
  });
}

describe('an append held open across an erasure', () => {
  it('given it has written, then the erasure waits for it and clears row and snapshot', async () => {
    let erased: Promise<void> | undefined;
    await whileOpen(
      (tx) => accounts().create({ ...target(), tx }, open),
      () => {
        erased = erase();
        return waiting('advisory');
      },
    );
    await erased;
    expect(await rows()).toEqual([{ balance: 0, owner: null }]);
    expect(await snapshots()).toBe(0);
  });

  it('given it has begun and not yet asked, then it finds the subject erased and leaves nothing', async () => {
    const guard = () => ({ name: 'gate', text: 'SELECT id FROM bank.gate FOR SHARE', values: [] });
    let late: Promise<unknown> | undefined;
    await whileOpen(
      (tx) => tx.query({ name: 'close', text: 'UPDATE bank.gate SET id = id', values: [] }),
      async () => {
        late = accounts().create(target(), { commands: [open], guard });
        late.catch(() => undefined); // heard further down
        await waiting('transactionid');
        await erase();
      },
    );
    await expect(late).rejects.toBeInstanceOf(SubjectErasedError);
    expect([await rows(), await snapshots()]).toEqual([[], 0]);
  });
});

describe('an append after an erasure', () => {
  it('without personal data succeeds and changes the cleared row; any other is refused', async () => {
    const account = target();
    await accounts().create(account, open);
    await erase();
    await accounts().change(account, () => ({ type: 'Deposit', amount: 7 }));
    expect(await rows()).toEqual([{ balance: 7, owner: null }]);
    expect(await snapshots()).toBe(0);
    await expect(accounts().create(target(), open)).rejects.toBeInstanceOf(SubjectErasedError);
    await expect(accounts().change(account, () => ({ type: 'StampTime' }))).rejects.toBeInstanceOf(
      SubjectErasedError,
    );
    expect(await rows()).toEqual([{ balance: 7, owner: null }]);
  });
});
