import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestKeys, testKeyOf, type TestDatabase } from '@svc/testing';
import {
  countedIds,
  createAccountDatabase,
  metadata,
  openStore,
  schema,
  subject,
  tenant,
  testClock,
  testVault,
} from '../../test/account-log.js';
import { createOwnerTable, ownedAccountAggregate, ownerTable } from '../../test/account-owner.js';
import { CommandHandler } from '../aggregate/command-handler.js';
import { eraseSubject, eraseSubjectWithin } from '../erasure/erase-subject.js';
import type { SealedRow } from '../tables/define-table.js';
import { openRows } from '../tables/open-rows.js';
import { rebuildReadModels } from './rebuild-read-models.js';

/** The first question is for the keys of a batch, before its tables are locked; then events are opened, and rows sealed. */
type Question = 'fetch' | 'open' | 'seal';

/** Holds back the answer to one question, so that what has asked it stands still. */
class HeldKeys extends TestKeys {
  readonly asked = Promise.withResolvers<void>();
  readonly answer = Promise.withResolvers<void>();
  #hasFetched = false;

  constructor(private readonly held: Question) {
    super();
  }

  override async get(whose: string) {
    await this.#ask('seal');
    return testKeyOf(whose);
  }

  override async getAll(subjects: readonly string[]) {
    const question = this.#hasFetched ? 'open' : 'fetch';
    this.#hasFetched = true;
    await this.#ask(question);
    return new Map(subjects.map((whose) => [whose, testKeyOf(whose)]));
  }

  async #ask(question: Question): Promise<void> {
    if (question !== this.held) return;
    this.asked.resolve();
    await this.answer.promise;
  }
}

let test: TestDatabase;
let keys: TestKeys;
beforeEach(async () => {
  test = await createAccountDatabase();
  keys = new TestKeys();
  await test.database.pool.query(createOwnerTable);
  for (const owner of ['Ada', 'Grace', 'Ada']) await openAccount(owner);
});
afterEach(() => test.drop());

async function openAccount(owner: string): Promise<void> {
  const store = openStore(test, { vault: testVault(test) });
  const options = { store, database: test.database, clock: testClock };
  await new CommandHandler(ownedAccountAggregate, options).create(
    { tenantId: tenant, id: countedIds.resourceId(tenant), metadata },
    {
      commands: [
        { type: 'OpenAccount', owner },
        { type: 'Deposit', amount: 5 },
      ],
    },
  );
}

const rebuild = () => {
  const store = openStore(test, { vault: testVault(test, keys) });
  return rebuildReadModels({ database: test.database, store, aggregates: [ownedAccountAggregate] });
};
const erase = () =>
  eraseSubject({ database: test.database, schema, tables: [ownerTable], subject, clock: testClock });

type Selected = SealedRow<typeof ownerTable>;
async function select(): Promise<readonly Selected[]> {
  const sql = `SELECT ${ownerTable.selection('o')} FROM bank.account_owner AS o ORDER BY account_id`;
  return (await test.database.pool.query<Selected>(sql)).rows;
}
const list = async () => openRows(ownerTable, await select(), keys, () => subject);
const sealed = async () => (await select()).map(({ owner }) => owner);

/** Resolves when a session waits for a lock of this kind. */
async function waiting(locktype: string): Promise<void> {
  const waits = `SELECT FROM pg_locks WHERE NOT granted AND locktype = $1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  while ((await test.database.pool.query(waits, [locktype])).rowCount === 0);
}

describe('making personal columns anew', () => {
  it('gives other seals, which open to the same values', async () => {
    const [before, sealedBefore] = [await list(), await sealed()];
    await rebuild();
    expect(await list()).toEqual(before);
    expect(before.map(({ owner }) => owner)).toEqual(['Ada', 'Grace', 'Ada']);
    for (const value of await sealed()) expect(sealedBefore).not.toContainEqual(value);
  });

  it('given keys are long in coming, lets writers write meanwhile, and makes their rows as well', async () => {
    const held = new HeldKeys('fetch');
    keys = held;
    const rebuilt = rebuild();
    await held.asked.promise;
    await openAccount('Edsger');
    held.answer.resolve();
    await rebuilt;
    expect((await list()).map(({ owner }) => owner)).toEqual(['Ada', 'Grace', 'Ada', 'Edsger']);
  });

  it('of an erased subject gives the rows that erasing has left', async () => {
    keys.erase(subject);
    await erase();
    const cleared = await select();
    await rebuild();
    expect(await select()).toEqual(cleared);
    expect(await sealed()).toEqual([null, null, null]);
  });

  it('brings nothing back where a key is still known that is destroyed', async () => {
    await erase();
    await rebuild();
    expect(await sealed()).toEqual([null, null, null]);
  });
});

describe('making personal columns anew while their subject is erased', () => {
  it.each([
    ['after its words were read, then they are not written', 'open', 'relation'],
    [
      'when its rows are about to be sealed, then the erasure waits for them and clears them',
      'seal',
      'advisory',
    ],
  ] as const)('given it is %s', async (_what, question, lock) => {
    const held = new HeldKeys(question);
    keys = held;
    const rebuilt = rebuild();
    await held.asked.promise;
    const erased = erase();
    await waiting(lock);
    held.answer.resolve();
    await Promise.all([rebuilt, erased]);
    expect(await sealed()).toEqual([null, null, null]);
  });

  it('given a transaction that erases and has not begun to clear, then it waits for the rebuild, and none for ever', async () => {
    const held = new HeldKeys('open');
    keys = held;
    const rebuilt = rebuild();
    await held.asked.promise;
    const erasure = { schema, tables: [ownerTable], subject, clock: testClock };
    const erased = test.database.transaction((tx) => eraseSubjectWithin(tx, erasure));
    await waiting('relation');
    held.answer.resolve();
    await Promise.all([rebuilt, erased]);
    expect(await sealed()).toEqual([null, null, null]);
  });
});
