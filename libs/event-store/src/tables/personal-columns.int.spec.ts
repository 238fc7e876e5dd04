import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokenSealError, MissingKeyError, type SubjectKey } from '@svc/sealing';
import { TestKeys, testKeyOf, type TestDatabase } from '@svc/testing';
import fc from 'fast-check';
import { createAccountDatabase, tenant } from '../../test/account-log.js';
import { createPatientTable, patientTable, type Patient } from '../../test/patient-table.js';
import type { SqlFragment } from './sql-fragment.js';
import { sealPersonalValues } from '../events/personal-value.js';
import { columnSealer } from './column-seal.js';
import type { ListedRow, SealedRow } from './define-table.js';
import { openRows } from './open-rows.js';

const subject = 'org:demo/user/ada';
const nobody = 'org:demo/user/nobody';
const ada: Patient = {
  tenantId: tenant,
  patientId: 'p1',
  visit: 1,
  subject,
  ward: 'B',
  name: 'Ada',
  nickname: 'Countess',
  weight: 61.5,
  isPregnant: true,
  allergies: ['nuts', '{"'],
  findings: { pulse: 70, notes: ['tired'] },
  bornAtMs: -4_861_000_000,
};

class AskedKeys extends TestKeys {
  /** The subjects of each question. */
  readonly asked: (readonly string[])[] = [];

  override async getAll(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>> {
    this.asked.push(subjects);
    if (subjects.includes(nobody)) throw new MissingKeyError(nobody);
    return super.getAll(subjects);
  }
}

let test: TestDatabase;
let keys: AskedKeys;
beforeAll(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query(createPatientTable);
});
beforeEach(async () => {
  await test.database.pool.query('TRUNCATE bank.patient');
  keys = new AskedKeys();
});
afterAll(() => test.drop());

/** As an append does it for a stream of this subject. */
async function run(fragments: readonly SqlFragment[], whose = subject): Promise<void> {
  const seal = columnSealer({ tenantId: tenant, key: testKeyOf(whose), random: randomBytes });
  for (const { text, values } of fragments)
    await test.database.pool.query(text, [...sealPersonalValues(values, seal)]);
}

type Selected = SealedRow<typeof patientTable> & { readonly subject: string | null };
async function select(): Promise<readonly Selected[]> {
  const sql = `SELECT ${patientTable.selection('p')}, p.subject FROM bank.patient AS p ORDER BY patient_id, visit`;
  return (await test.database.pool.query<Selected>(sql)).rows;
}
const list = async () => openRows(patientTable, await select(), keys, (row) => row.subject);

/** What lists show of it, and the subject that was selected beside. */
const listed = ({ tenantId: _tenant, visit: _visit, ...shown }: Patient): ListedRow<typeof patientTable> =>
  shown;
const erased = {
  ...listed(ada),
  name: '',
  nickname: null,
  weight: 0,
  isPregnant: false,
  allergies: [],
  findings: null,
  bornAtMs: null,
};

describe('rows with personal columns', () => {
  it('hold nothing of them readable, and open to what was written', async () => {
    await run([patientTable.insert(ada)]);
    const { rows } = await test.database.pool.query<{ row: string }>(
      'SELECT p::text AS row FROM bank.patient p',
    );
    expect(rows[0]?.row).not.toMatch(/Ada|Countess|61\.5|nuts|tired|true|4861/);
    expect(await list()).toEqual([listed(ada)]);
  });

  it('of any values open to these values, inserted one by one or together', async () => {
    const patient = fc.record({
      name: fc.string({ unit: 'grapheme' }),
      nickname: fc.option(fc.string()),
      weight: fc.double({ noNaN: true, noDefaultInfinity: true }).map((weight) => weight + 0),
      isPregnant: fc.boolean(),
      allergies: fc.array(fc.string()),
      findings: fc.option(
        fc.record({ pulse: fc.integer(), notes: fc.array(fc.string()) }, { requiredKeys: ['notes'] }),
      ),
      bornAtMs: fc.option(fc.integer()),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(patient, { minLength: 1, maxLength: 5 }), async (drawn) => {
        await test.database.pool.query('TRUNCATE bank.patient');
        const [first, ...others] = drawn.map((values, visit) => ({ ...ada, ...values, visit }));
        await run([patientTable.insert(first as Patient), ...patientTable.insertAll(others)]);
        expect(await list()).toEqual(drawn.map((values) => ({ ...listed(ada), ...values })));
      }),
      { numRuns: 50 },
    );
  });

  it('follow from the row before and after, also where a personal value goes and comes', async () => {
    await run(patientTable.sync(null, ada));
    const moved = { ...ada, ward: 'C' };
    await run(patientTable.sync(ada, moved));
    const changed = { ...moved, name: '', weight: 62, findings: null };
    await run(patientTable.sync(moved, changed));
    expect(await list()).toEqual([listed(changed)]);
    await run(patientTable.sync(changed, ada));
    expect(await list()).toEqual([listed(ada)]);
    await run(patientTable.sync(ada, null));
    expect(await list()).toEqual([]);
  });

  it('of a page ask for all keys at once, each once, and for none where nothing is sealed', async () => {
    const bob = { ...ada, patientId: 'p2', subject: 'org:demo/user/bob', name: 'Bob' };
    await run(patientTable.insertAll([ada, { ...ada, visit: 2 }]));
    await run([patientTable.insert(bob)], bob.subject);
    expect((await list()).map(({ name }) => name)).toEqual(['Ada', 'Ada', 'Bob']);
    expect(keys.asked).toEqual([[subject, bob.subject]]);

    await test.database.pool.query(
      `UPDATE bank.patient SET (name, nickname, weight, is_pregnant, allergies, findings, born_at)
         = (NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
    );
    expect(await list()).toMatchObject([
      erased,
      erased,
      { ...erased, patientId: 'p2', subject: bob.subject },
    ]);
    expect(keys.asked).toHaveLength(1);
  });

  it('of an erased subject read as cleared ones, while the others open', async () => {
    const bob = { ...ada, patientId: 'p2', subject: 'org:demo/user/bob' };
    await run([patientTable.insert(ada)]);
    await run([patientTable.insert(bob)], bob.subject);
    keys.erase(subject);
    expect(await list()).toEqual([erased, listed(bob)]);
  });
});

describe('a sealed value that is not where it was written', () => {
  const hostile = [
    [
      'another row',
      `UPDATE bank.patient SET name = (SELECT name FROM bank.patient WHERE visit = 2) WHERE visit = 1`,
    ],
    ['another column', 'UPDATE bank.patient SET name = nickname'],
    ['another tenant', `UPDATE bank.patient SET tenant_id = 'org:other'`],
    ["another person's row", `UPDATE bank.patient SET subject = 'org:demo/user/bob'`],
    ['a place of plain text', `UPDATE bank.patient SET name = 'Ada'`],
    ["nobody's row", 'UPDATE bank.patient SET subject = NULL'],
  ];

  it.each(hostile)(
    'but in %s does not open, and the failure says where, and nothing of it',
    async (_where, tampering) => {
      await run(patientTable.insertAll([ada, { ...ada, visit: 2, name: 'Countess Ada' }]));
      await test.database.pool.query(tampering);
      const error: unknown = await list().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BrokenSealError);
      expect(String(error)).toMatch(
        /^BrokenSealError: What is sealed as column does not open here: bank\.patient (name|nickname) /,
      );
      expect(String(error)).not.toMatch(/Ada|Countess/);
    },
  );

  it('of a subject that never had a key is a failure, never an erased value', async () => {
    await run([patientTable.insert({ ...ada, subject: nobody })]);
    await expect(list()).rejects.toBeInstanceOf(MissingKeyError);
  });
});
