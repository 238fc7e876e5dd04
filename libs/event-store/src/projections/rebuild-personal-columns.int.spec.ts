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
import { heldBefore } from '../../test/held-database.js';
import { createOwnerTable, ownedAccountAggregate, ownerTable } from '../../test/account-owner.js';
import { CommandHandler } from '../aggregate/command-handler.js';
import { eraseSubject, eraseSubjectWithin } from '../erasure/erase-subject.js';
import type { SealedRow } from '../tables/define-table.js';
import { openRows } from '../tables/open-rows.js';
import { rebuildReadModels } from './rebuild-read-models.js';

/** Delays one request for the keys of a page, which stops the rebuild there. */
class PinnedKeys extends TestKeys {
  readonly asked = Promise.withResolvers<void>();
  readonly answer = Promise.withResolvers<void>();
  #questions = 0;

  /** @param held The first request opens the events, the second seals the rows. */
  constructor(private readonly held: 1 | 2) {
    super();
  }

  override async getAll(subjects: readonly string[]) {
    if (++this.#questions === this.held) {
      this.asked.resolve();
      await this.answer.promise;
    }
    return new Map(subjects.map((whose) => [whose, testKeyOf(whose)]));
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

const rebuild = (database = test.database) => {
  const store = openStore(test, { vault: testVault(test, keys) });
  return rebuildReadModels({ database, store, aggregates: [ownedAccountAggregate] });
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

describe('rebuilding personal columns', () => {
  it('gives new seals that open to the same values', async () => {
    const [before, sealedBefore] = [await list(), await sealed()];
    await rebuild();
    expect(await list()).toEqual(before);
    expect(before.map(({ owner }) => owner)).toEqual(['Ada', 'Grace', 'Ada']);
    for (const value of await sealed()) expect(sealedBefore).not.toContainEqual(value);
  });

  it.each([1, 2] as const)(
    'given slow keys (request %i), lets writers write, and rebuilds their rows as well',
    async (question) => {
      const held = new PinnedKeys(question);
      keys = held;
      const rebuilt = rebuild();
      await held.asked.promise;
      await openAccount('Edsger');
      held.answer.resolve();
      await rebuilt;
      expect((await list()).map(({ owner }) => owner)).toEqual(['Ada', 'Grace', 'Ada', 'Edsger']);
    },
  );

  it('of an erased subject gives the same rows as erasing', async () => {
    keys.erase(subject);
    await erase();
    const cleared = await select();
    await rebuild();
    expect(await select()).toEqual(cleared);
    expect(await sealed()).toEqual([null, null, null]);
  });

  it('restores nothing with a destroyed key that is still cached', async () => {
    await erase();
    await rebuild();
    expect(await sealed()).toEqual([null, null, null]);
  });
});

describe('rebuilding personal columns while their subject is erased', () => {
  it.each([1, 2] as const)(
    'given its data was read and not yet written (request %i), then it is not written',
    async (question) => {
      const held = new PinnedKeys(question);
      keys = held;
      const rebuilt = rebuild();
      await held.asked.promise;
      await erase();
      const cleared = await select();
      held.answer.resolve();
      await rebuilt;
      expect(await select()).toEqual(cleared);
      expect(await sealed()).toEqual([null, null, null]);
    },
  );

  it.each(['rebuild_hold', 'rebuild_put'])(
    'given its data is about to be written (%s), then the erasure waits for that and clears it',
    async (statement) => {
      const held = heldBefore(test.database, statement);
      const rebuilt = rebuild(held.database);
      await held.reached;
      const erased = erase();
      await waiting('advisory');
      held.goOn();
      await Promise.all([rebuilt, erased]);
      expect(await sealed()).toEqual([null, null, null]);
    },
  );

  it('given a transaction that has begun to erase, then it waits for that and writes no personal data', async () => {
    let rebuilt: Promise<unknown> | undefined;
    await test.database.transaction(async (tx) => {
      await eraseSubjectWithin(tx, { schema, tables: [ownerTable], subject, clock: testClock });
      rebuilt = rebuild();
      rebuilt.catch(() => undefined); // heard further down
      await waiting('advisory');
    });
    await rebuilt;
    expect(await sealed()).toEqual([null, null, null]);
  });

  it('given a transaction that erases while its rows are locked, then each waits for the other at most once', async () => {
    const held = heldBefore(test.database, 'rebuild_put');
    const rebuilt = rebuild(held.database);
    await held.reached;
    const erasure = { schema, tables: [ownerTable], subject, clock: testClock };
    const erased = test.database.transaction((tx) => eraseSubjectWithin(tx, erasure));
    await waiting('advisory');
    held.goOn();
    await Promise.all([rebuilt, erased]);
    expect(await sealed()).toEqual([null, null, null]);
  });
});
