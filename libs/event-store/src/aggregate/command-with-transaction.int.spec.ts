import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Tx } from '@svc/postgres';
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
import { CommandHandler } from './command-handler.js';

let test: TestDatabase;
beforeEach(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query(`${createAccountTable}; CREATE TABLE bank.visit (step text)`);
});
afterEach(() => test.drop());

const accounts = () =>
  new CommandHandler(accountAggregate, { store: openStore(test), database: test.database, clock: testClock });
const visit = (tx: Tx) =>
  tx
    .query({ name: 'visit', text: `INSERT INTO bank.visit VALUES ('before')`, values: [] })
    .then(() => undefined);
const visits = async () => (await test.database.pool.query('SELECT FROM bank.visit')).rowCount;
const deposit = { type: 'Deposit', amount: 5 } as const;

async function opened() {
  const target = { tenantId: tenant, id: countedIds.resourceId(tenant), metadata };
  await accounts().create(target, { type: 'OpenAccount', owner: 'Ada' });
  return target;
}

describe('a decision with something before its append', () => {
  it('does both', async () => {
    const handled = await accounts().change(await opened(), () => ({ commands: [deposit], before: visit }));
    expect(handled.state).toMatchObject({ balance: 5 });
    expect(await visits()).toBe(1);
  });

  it('given that the append is refused, does neither', async () => {
    const refuse = () => ({ name: 'refuse', text: 'SELECT WHERE false', values: [] });
    const work = accounts().change(await opened(), () => ({
      commands: [deposit],
      guard: refuse,
      before: visit,
    }));
    await expect(work).rejects.toMatchObject({ name: 'FencedError' });
    expect(await visits()).toBe(0);
  });

  it('given that another was faster, does both again', async () => {
    const target = await opened();
    let tries = 0;
    const handled = await accounts().change(target, () => ({
      commands: [deposit],
      before: async (tx) => {
        tries += 1;
        await visit(tx);
        if (tries === 1) await accounts().change(target, () => deposit);
      },
    }));
    expect(handled.state).toMatchObject({ balance: 10 });
    expect([tries, await visits()]).toEqual([2, 1]);
  });

  it('given a transaction that is open, becomes a part of it', async () => {
    const target = await opened();
    const undone = test.database.transaction(async (tx) => {
      await accounts().change({ ...target, tx }, () => ({ commands: [deposit], before: visit }));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([(await accounts().load(tenant, target.id)).state.balance, await visits()]).toEqual([0, 0]);
  });

  it('given that nothing is to change, leaves it', async () => {
    await accounts().change(await opened(), () => ({ commands: [{ ...deposit, amount: 0 }], before: visit }));
    expect(await visits()).toBe(0);
  });
});
