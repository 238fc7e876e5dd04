import { describe, expect, it } from '@jest/globals';
import { patientTable, type Patient } from '../../test/patient-table.js';
import {
  hasPersonalValues,
  sealPersonalValues,
  PersonalValue,
  type ColumnPlace,
} from '../events/personal-value.js';
import { column, personal, unlisted } from './column.js';
import { defineTable, type ListedRow, type SealedRow } from './define-table.js';

const ada: Patient = {
  tenantId: 'org:demo',
  patientId: 'p1',
  visit: 2,
  subject: 'org:demo/user/ada',
  ward: 'B',
  name: 'Ada',
  nickname: null,
  weight: 61.5,
  isPregnant: false,
  allergies: ['nuts'],
  findings: { notes: ['tired'] },
  bornAtMs: -4_861_000_000,
};
const erased: Patient = {
  ...ada,
  name: '',
  weight: 0,
  allergies: [],
  findings: null,
  bornAtMs: null,
};

/** Readable in the place of a seal: what was to be sealed, and where. */
const shown = (place: ColumnPlace, value: unknown) =>
  `${place.table} ${place.primaryKey.join('/')} ${place.column} ${JSON.stringify(value)}`;

describe('a personal column', () => {
  it('waits unsealed among the values of an insert, with its place; what is null or as if erased is NULL', () => {
    const { text, values } = patientTable.insert(ada);
    expect(text).toContain('(tenant_id, patient_id, visit, subject, ward, name, nickname, weight');
    expect(hasPersonalValues(values)).toBe(true);
    expect(values.slice(0, 5)).toEqual(['org:demo', 'p1', 2, 'org:demo/user/ada', 'B']);
    expect(values.slice(5).map((value) => value instanceof PersonalValue)).toEqual([
      true,
      false,
      true,
      false,
      true,
      true,
      true,
    ]);
    const place = 'bank.patient org:demo/p1/2';
    expect(sealPersonalValues(values, shown).slice(5)).toEqual([
      `${place} name "Ada"`,
      null,
      `${place} weight 61.5`,
      null,
      `${place} allergies ["nuts"]`,
      `${place} findings {"notes":["tired"]}`,
      `${place} born_at -4861000000`,
    ]);
  });

  it('is NULL under the key of an erased subject', () => {
    expect(sealPersonalValues(patientTable.insert(ada).values, () => null).slice(4)).toEqual([
      'B',
      ...Array<null>(7).fill(null),
    ]);
  });

  it('of many rows waits in one value', () => {
    const [{ values } = { values: [] }] = patientTable.insertAll([ada, { ...erased, visit: 3 }]);
    expect(values).toEqual([expect.any(PersonalValue)]);
    const [json] = sealPersonalValues(values, (_place, value) => `sealed ${JSON.stringify(value)}`);
    expect(JSON.parse(String(json))).toEqual([
      expect.objectContaining({ visit: 2, ward: 'B', name: 'sealed "Ada"', weight: 'sealed 61.5' }),
      expect.objectContaining({ visit: 3, ward: 'B', name: null, weight: null, born_at: null }),
    ]);
  });

  it('has nothing to seal in rows of an erased subject, which so can still be written', () => {
    for (const fragment of [patientTable.insert(erased), ...patientTable.insertAll([erased, erased])])
      expect(hasPersonalValues(fragment.values)).toBe(false);
  });

  it('is left out of an update when none has changed, whatever its seal was', () => {
    const [plain] = patientTable.sync(ada, { ...ada, ward: 'C', allergies: [...ada.allergies] });
    expect(plain?.text).toBe(
      'UPDATE bank.patient SET ward = $4 WHERE tenant_id = $1 AND patient_id = $2 AND visit = $3',
    );
    expect(plain?.values).toEqual(['org:demo', 'p1', 2, 'C']);
    expect(patientTable.sync(ada, { ...ada, findings: { notes: ['tired'] } })).toEqual([]);
  });

  it('is written with all others when one has changed: there are two texts, whatever changes', () => {
    const [update] = patientTable.sync(ada, { ...ada, name: 'Ada L.' });
    expect(update?.text).toBe(patientTable.update(ada).text);
    expect(sealPersonalValues(update?.values ?? [], shown)[4]).toBe(
      'bank.patient org:demo/p1/2 name "Ada L."',
    );
    const texts = [{ name: '' }, { weight: 1, ward: 'D' }, { bornAtMs: null }, { ward: 'E' }].flatMap(
      (change) => patientTable.sync(ada, { ...ada, ...change }).map(({ text }) => text),
    );
    expect(new Set(texts).size).toBe(2);
  });

  it('is selected with the tenant and the key of its row', () => {
    expect(patientTable.selection('p')).toBe(
      'p.patient_id AS "patientId", p.ward AS "ward", p.name AS "name", p.nickname AS "nickname", ' +
        'p.weight AS "weight", p.is_pregnant AS "isPregnant", p.allergies AS "allergies", ' +
        'p.findings AS "findings", p.born_at AS "bornAtMs", ' +
        'json_build_array(p.tenant_id, p.tenant_id, p.patient_id, p.visit) AS "$place"',
    );
  });

  it('has another type before it is opened', () => {
    type Sealed = SealedRow<typeof patientTable>;
    type Listed = ListedRow<typeof patientTable>;
    const isListed: Listed['name'] extends string ? true : false = true;
    const isSealed: Sealed['name'] extends string ? true : false = false;
    const isPlain: Sealed['ward'] extends string ? true : false = true;
    expect([isListed, isSealed, isPlain]).toEqual([true, false, true]);
  });
});

describe('a table with personal columns', () => {
  interface Note {
    readonly id: string;
    readonly text: string;
  }
  const text = personal(
    column((note: Note) => note.text),
    { erased: '' },
  );
  const key = { tenantId: column(() => 'org:demo'), id: column((note: Note) => note.id) };

  it('says whose its rows are', () => {
    expect(() => defineTable<Note>()('bank.note', { key, columns: { text } })).toThrow(/subjectRows/);
    const table = defineTable<Note>()('bank.note', { key, columns: { text }, subjectRows: 'id = $1' });
    expect(table.key).toEqual(['tenant_id', 'id']);
    expect(table.personal).toEqual({
      columns: [{ field: 'text', column: 'text', erased: '' }],
      subjectRows: 'id = $1',
    });
  });

  it('never finds, sorts or joins rows by one of them', () => {
    const subjectRows = 'id = $1';
    // @ts-expect-error: the compiler says so too
    const inKey = () => defineTable<Note>()('bank.note', { key: { ...key, text }, subjectRows });
    expect(inKey).toThrow(/rows are found by text/);
    const owner = { tenant: 'tenant_id', id: 'text' };
    expect(() => defineTable<Note>()('bank.note', { key, columns: { text }, owner, subjectRows })).toThrow(
      /rows are found by text/,
    );
    // @ts-expect-error: the compiler says so too
    const hidden = unlisted(text);
    expect(() => defineTable<Note>()('bank.note', { key, columns: { text: hidden }, subjectRows })).toThrow(
      /text is unlisted/,
    );
  });

  it('seals nothing where the key of a row is neither text nor number', () => {
    const table = defineTable<Note>()('bank.note', {
      key: { ...key, isNew: column(() => true) },
      columns: { text },
      subjectRows: 'id = $1',
    });
    expect(() => table.insert({ id: 'n1', text: 'Hello' })).toThrow(/bank.note.is_new/);
  });
});
