import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TenantId } from '@svc/kernel';
import type { TestDatabase } from '@svc/testing';
import { createAccountDatabase } from '../../test/account-log.js';
import type { SqlFragment } from './sql-fragment.js';
import { column, instant, json, unlisted } from './column.js';
import { defineTable, type ListedRow } from './define-table.js';

interface Pet {
  readonly tenantId: TenantId;
  readonly petId: string;
  readonly bornAtMs: number;
  readonly name: string;
  readonly nicknames: readonly string[];
  readonly fedAtMs: number | null;
  readonly diet: { readonly hay: boolean } | null;
  readonly nameKey: string;
}

const petTable = defineTable<Pet>()('bank.pet', {
  key: { tenantId: unlisted(column((pet) => pet.tenantId)), petId: column((pet) => pet.petId) },
  fixed: { bornAtMs: instant((pet) => pet.bornAtMs) },
  columns: {
    name: column((pet) => pet.name),
    nicknames: column((pet) => pet.nicknames),
    fedAtMs: instant((pet) => pet.fedAtMs),
    diet: json((pet) => pet.diet),
    nameKey: unlisted(column((pet) => pet.nameKey)),
  },
});
type ListedPet = ListedRow<typeof petTable>;

const molly: Pet = {
  tenantId: 'org:demo',
  petId: 'p1',
  bornAtMs: 1_700_000_000_123,
  name: 'Molly, "the \\ rabbit"',
  nicknames: ['Mol', '{x,"y"}'],
  fedAtMs: null,
  diet: { hay: true },
  nameKey: 'molly',
};
/** What the compiler takes for a listed row is what the database gives. */
const listed: ListedPet = {
  petId: molly.petId,
  bornAtMs: molly.bornAtMs,
  name: molly.name,
  nicknames: molly.nicknames,
  fedAtMs: molly.fedAtMs,
  diet: molly.diet,
};

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query(`
    CREATE TABLE bank.pet (
      tenant_id text, pet_id text, born_at timestamptz(3) NOT NULL, name text NOT NULL, nicknames text[] NOT NULL,
      fed_at timestamptz(3), diet jsonb, name_key text NOT NULL, PRIMARY KEY (tenant_id, pet_id))`);
});
beforeEach(() => test.database.pool.query('TRUNCATE bank.pet'));
afterAll(() => test.drop());

async function run(fragments: readonly SqlFragment[]): Promise<void> {
  for (const { text, values } of fragments) await test.database.pool.query(text, [...values]);
}
async function list(): Promise<readonly ListedPet[]> {
  const sql = `SELECT ${petTable.selection('p')} FROM bank.pet AS p ORDER BY p.pet_id`;
  return (await test.database.pool.query<ListedPet>(sql)).rows;
}

describe('a declared table', () => {
  it('reads what it wrote, under the names of its declaration and without unlisted columns', async () => {
    await run([petTable.insert(molly)]);
    expect(await list()).toEqual([listed]);
  });

  it('writes any number of rows at once as it writes one', async () => {
    const second = { ...molly, petId: 'p2', fedAtMs: 1_700_000_000_999, diet: null, nicknames: [] };
    await run(petTable.insertAll([molly, second]));
    expect(await list()).toEqual([
      listed,
      { ...listed, petId: 'p2', fedAtMs: 1_700_000_000_999, diet: null, nicknames: [] },
    ]);
    expect(petTable.insertAll([])).toEqual([]);
  });

  it('inserts, changes and removes the row that follows from the state before and after', async () => {
    await run(petTable.sync(null, molly));
    const fed = { ...molly, fedAtMs: 1_700_000_000_500, bornAtMs: 1 };
    await run(petTable.sync(molly, fed));
    // What is fixed keeps its first value.
    expect(await list()).toEqual([{ ...listed, fedAtMs: 1_700_000_000_500 }]);
    await run(petTable.sync(fed, null));
    expect(await list()).toEqual([]);
  });

  it('changes nothing when no column that changes has changed', () => {
    expect(petTable.sync(null, null)).toEqual([]);
    expect(petTable.sync(molly, { ...molly, nicknames: [...molly.nicknames], diet: { hay: true } })).toEqual(
      [],
    );
    expect(petTable.sync(molly, { ...molly, nicknames: [] })).toHaveLength(1);
  });

  it('changes only the row of its own key', async () => {
    const others: Pet[] = [
      { ...molly, petId: 'p2' },
      { ...molly, tenantId: 'org:other' },
    ];
    await run(petTable.insertAll([molly, ...others]));
    await run([petTable.update({ ...molly, name: 'Dolly' })]);
    await run([petTable.remove({ ...molly, petId: 'p2' })]);
    expect((await list()).map(({ name }) => name).sort()).toEqual(['Dolly', molly.name]);
  });

  it('names the columns of the aggregate that a row belongs to', () => {
    expect(petTable.owner).toEqual({ tenant: 'tenant_id', id: 'pet_id' });
  });
});
