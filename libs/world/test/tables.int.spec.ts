import { randomUUID } from 'node:crypto';
import type { WorkspaceCaller } from '@svc/contracts/common';
import type { Column, TableAction } from '@svc/contracts/world';
import { noteChange, type UnrecordedChange } from '../src/tables/adapters/table-registry.js';
import { column, TablesHarness } from './tables-server.js';

const harness = new TablesHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const visit: readonly Partial<Column>[] = [
  { name: 'id', type: 'uuid', nullable: false, default: { kind: 'uuid_v4', valueJson: undefined } },
  { name: 'note', type: 'text' },
  { name: 'minutes', type: 'int' },
];

async function withTable(): Promise<{ readonly caller: WorkspaceCaller; readonly tableId: string }> {
  const caller = harness.caller();
  return { caller, tableId: await harness.create(caller, 'visit', visit) };
}

describe('a created table', () => {
  it('is listed and described as the database has it', async () => {
    const caller = harness.caller();
    const { table } = await harness.tables.createTable({
      ...{ caller, tableName: 'visit', columns: visit.map(column) },
      ...{
        primaryKey: ['id'],
        unique: [{ columns: ['note', 'minutes'] }],
        indexes: [{ columns: ['minutes'] }],
      },
    });
    const { schema } = await harness.placeOf(caller);
    expect(table).toMatchObject({ tableName: 'visit', physicalName: `${schema}.visit` });
    expect(await harness.tables.listTables({ caller })).toEqual({ tables: [table] });
    const described = await harness.tables.getTable({ caller, tableId: table?.tableId ?? '' });
    expect(described).toEqual({
      table,
      columns: [
        { name: 'id', dataType: 'uuid', isNullable: false, default: 'gen_random_uuid()' },
        { name: 'note', dataType: 'text', isNullable: true, default: undefined },
        { name: 'minutes', dataType: 'integer', isNullable: true, default: undefined },
      ],
      indexes: [
        expect.objectContaining({ name: 'visit_minutes_idx' }) as object,
        expect.objectContaining({ name: 'visit_note_minutes_key' }) as object,
        expect.objectContaining({ name: 'visit_pkey' }) as object,
      ],
      constraints: [
        { name: 'visit_note_minutes_key', definition: 'UNIQUE (note, minutes)' },
        { name: 'visit_pkey', definition: 'PRIMARY KEY (id)' },
      ],
    });
  });

  it('takes rows in and gives them out', async () => {
    const { caller } = await withTable();
    const inserted = await harness.query(
      caller,
      "INSERT INTO visit (note, minutes) VALUES ('a', 1), ('b', 2)",
    );
    expect(inserted).toEqual({ columns: [], rowsJson: '[]', rowCount: 2 });
    expect(await harness.rowsOf(caller, 'SELECT note, minutes FROM visit ORDER BY note')).toEqual([
      { note: 'a', minutes: 1 },
      { note: 'b', minutes: 2 },
    ]);
    const { schema } = await harness.placeOf(caller);
    expect(
      await harness.rowsOf(caller, `UPDATE ${schema}.visit SET minutes = 9 RETURNING minutes`),
    ).toHaveLength(2);
  });

  it('when its name is taken, also at the same moment, is a conflict', async () => {
    const caller = harness.caller();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => harness.create(caller, 'raced', visit)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(harness.create(caller, 'raced', visit)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('when it is dropped, is gone with its rows, and its name is free', async () => {
    const { caller, tableId } = await withTable();
    await harness.tables.dropTable({ caller, tableId });
    await expect(harness.tables.getTable({ caller, tableId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(harness.tables.dropTable({ caller, tableId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(harness.query(caller, 'SELECT * FROM visit')).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await harness.create(caller, 'visit', visit);
    expect(await harness.rowsOf(caller, 'SELECT * FROM visit')).toEqual([]);
  });

  it('given all types and all kinds of defaults, has them', async () => {
    const caller = harness.caller();
    const literal = (value: unknown) => ({ kind: 'literal', valueJson: JSON.stringify(value) });
    const kind = (kind: string) => ({ kind, valueJson: undefined });
    await harness.create(caller, 'every', [
      { name: 'a', type: 'text', default: literal('it\'s \\ "here"; DROP TABLE x --') },
      { name: 'b', type: 'int', default: literal(7) },
      { name: 'c', type: 'bigint', default: literal('9007199254740993') },
      { name: 'd', type: 'numeric', default: literal('12345678901234567890.5') },
      { name: 'e', type: 'boolean', default: literal(true) },
      { name: 'f', type: 'uuid', default: kind('uuid_v4') },
      { name: 'g', type: 'timestamptz', default: kind('now') },
      { name: 'h', type: 'date', default: kind('current_date') },
      { name: 'i', type: 'time', default: literal('12:34:56') },
      { name: 'j', type: 'jsonb', default: literal({ it: "'s" }) },
      { name: 'k', type: 'bytea', default: literal('\\x00ff') },
      { name: 'l', type: 'text', default: literal(null) },
    ]);
    await harness.query(caller, 'INSERT INTO every (l) VALUES (DEFAULT)');
    const [row] = await harness.rowsOf(caller, 'SELECT * FROM every');
    expect(row).toEqual({
      a: 'it\'s \\ "here"; DROP TABLE x --',
      b: 7,
      c: '9007199254740993',
      d: '12345678901234567890.5',
      e: true,
      f: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      g: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      h: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      i: '12:34:56',
      j: { it: "'s" },
      k: '\\x00ff',
      l: null,
    });
  });

  it.each([
    ['a literal that its type is not', { type: 'int', default: { kind: 'literal', valueJson: '"x"' } }],
    ['a time for a number', { type: 'int', default: { kind: 'now', valueJson: undefined } }],
    ['an unknown kind', { default: { kind: 'random', valueJson: undefined } }],
    ['a list', { type: 'jsonb', default: { kind: 'literal', valueJson: '[]' } }],
    ['no JSON', { type: 'jsonb', default: { kind: 'literal', valueJson: '{' } }],
    ['an unknown type', { type: 'xml' }],
    ['a name with a quote', { name: 'a"b' }],
  ])('given %s, is refused and not there', async (_what, change) => {
    const caller = harness.caller();
    await expect(harness.create(caller, 'refused', [change])).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await harness.tables.listTables({ caller })).toEqual({ tables: [] });
  });
});

describe('an alteration', () => {
  const rows = "INSERT INTO visit (note, minutes) VALUES ('1', 1), ('2', 2), ('2', 2)";

  it.each<[string, Partial<TableAction>, RegExp | object]>([
    [
      'add_column',
      { op: 'add_column', column: column({ name: 'x', type: 'jsonb' }) },
      /"name":"x","dataType":"jsonb"/,
    ],
    ['drop_column', { op: 'drop_column', name: 'note' }, /^(?!.*"note")/],
    ['rename_column', { op: 'rename_column', name: 'note', newName: 'words' }, /"name":"words"/],
    [
      'change_column_type',
      { op: 'change_column_type', name: 'note', newType: 'int' },
      /"note","dataType":"integer"/,
    ],
    [
      'set_column_nullable',
      { op: 'set_column_nullable', name: 'note', nullable: false },
      /"note","dataType":"text","isNullable":false/,
    ],
    [
      'set_column_default',
      { op: 'set_column_default', name: 'note', default: { kind: 'literal', valueJson: '"z"' } },
      /"'z'::text"/,
    ],
    ['drop_column_default', { op: 'drop_column_default', name: 'id' }, /^(?!.*gen_random_uuid)/],
    ['add_unique', { op: 'add_unique', columns: ['id'] }, /"visit_id_key"/],
    [
      'add_unique with a name',
      { op: 'add_unique', columns: ['id'], name: 'one_id' },
      /"one_id","definition":"UNIQUE \(id\)"/,
    ],
    [
      'add_index',
      { op: 'add_index', name: 'by_note', columns: ['note', 'minutes'] },
      /"by_note","definition":"CREATE INDEX/,
    ],
  ])('%s changes the table', async (_op, change, shown) => {
    const { caller, tableId } = await withTable();
    await harness.query(caller, rows);
    expect(await harness.alter(caller, tableId, change)).toMatchObject({
      table: { tableId },
      statements: [],
    });
    expect(JSON.stringify(await harness.tables.getTable({ caller, tableId }))).toMatch(shown as RegExp);
  });

  it('drops the constraint and the index that it added, in one list', async () => {
    const { caller, tableId } = await withTable();
    const before = await harness.tables.getTable({ caller, tableId });
    await harness.alter(
      ...([caller, tableId] as const),
      { op: 'add_unique', columns: ['id'], name: 'one' },
      { op: 'add_index', columns: ['id'], name: 'two' },
      { op: 'drop_constraint', name: 'one' },
      { op: 'drop_index', name: 'two' },
    );
    expect(await harness.tables.getTable({ caller, tableId })).toEqual(before);
  });

  it.each<[string, Partial<TableAction>, string]>([
    ['a column that exists', { op: 'add_column', column: column({ name: 'note' }) }, 'conflict'],
    ['a name that another column has', { op: 'rename_column', name: 'note', newName: 'id' }, 'conflict'],
    ['an index that exists', { op: 'add_index', name: 'taken', columns: ['id'] }, 'conflict'],
    ['a constraint that exists', { op: 'add_unique', name: 'taken', columns: ['id'] }, 'conflict'],
    ['a unique key over duplicates', { op: 'add_unique', columns: ['note'] }, 'conflict'],
    ['an unknown column to drop', { op: 'drop_column', name: 'none' }, 'validation_failed'],
    ['an unknown column to rename', { op: 'rename_column', name: 'none', newName: 'a' }, 'validation_failed'],
    ['an unknown column of an index', { op: 'add_index', name: 'a', columns: ['none'] }, 'validation_failed'],
    ['an unknown constraint', { op: 'drop_constraint', name: 'none' }, 'validation_failed'],
    ['an unknown index', { op: 'drop_index', name: 'none' }, 'validation_failed'],
    [
      'an impossible type',
      { op: 'change_column_type', name: 'minutes', newType: 'uuid' },
      'validation_failed',
    ],
    [
      'values that the type has not',
      { op: 'change_column_type', name: 'note', newType: 'boolean' },
      'validation_failed',
    ],
    [
      'a column without a value for the rows',
      { op: 'add_column', column: column({ name: 'x', nullable: false }) },
      'validation_failed',
    ],
    [
      'nulls that there are',
      { op: 'set_column_nullable', name: 'empty', nullable: false },
      'validation_failed',
    ],
    ['an index of a constraint', { op: 'drop_index', name: 'key_of_id' }, 'validation_failed'],
    [
      'a default that its column is not',
      { op: 'set_column_default', name: 'minutes', default: { kind: 'literal', valueJson: '{}' } },
      'validation_failed',
    ],
    ['an unknown action', { op: 'truncate' }, 'validation_failed'],
    ['an action without its field', { op: 'rename_column', name: 'note' }, 'validation_failed'],
  ])('given %s, changes nothing, not even what came before it', async (_what, change, code) => {
    const caller = harness.caller();
    const tableId = await harness.create(caller, 'visit', [...visit, { name: 'empty' }]);
    await harness.query(caller, rows);
    await harness.alter(
      ...([caller, tableId] as const),
      { op: 'add_index', name: 'taken', columns: ['id'] },
      { op: 'add_unique', name: 'key_of_id', columns: ['id'] },
    );
    const before = await harness.tables.getTable({ caller, tableId });
    const first = { op: 'add_column', column: column({ name: 'first' }) };
    await expect(harness.alter(caller, tableId, first, change)).rejects.toMatchObject({ code });
    expect(await harness.tables.getTable({ caller, tableId })).toEqual(before);
  });

  it('of one table does not drop the index of another', async () => {
    const { caller, tableId } = await withTable();
    const other = await harness.create(caller, 'other', visit);
    await harness.alter(caller, other, { op: 'add_index', name: 'of_other', columns: ['id'] });
    await expect(
      harness.alter(caller, tableId, { op: 'drop_index', name: 'of_other' }),
    ).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('as a dry run answers its statements, tries them, and changes nothing', async () => {
    const { caller, tableId } = await withTable();
    const before = await harness.tables.getTable({ caller, tableId });
    const dry = (change: Partial<TableAction>) =>
      harness.tables.alterTable({ caller, tableId, dryRun: true, actions: [{ ...empty, ...change }] });
    const { schema } = await harness.placeOf(caller);
    expect(await dry({ op: 'drop_column', name: 'note' })).toEqual({
      table: undefined,
      statements: [`ALTER TABLE "${schema}"."visit" DROP COLUMN "note"`],
    });
    await expect(dry({ op: 'drop_column', name: 'none' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await harness.tables.getTable({ caller, tableId })).toEqual(before);
  });

  it('that waits for others is given up, and changes nothing', async () => {
    const { caller, tableId } = await withTable();
    const client = await harness.signedIn(caller);
    const { schema } = await harness.placeOf(caller);
    await client.query(`BEGIN; SELECT * FROM ${schema}.visit`);
    await expect(harness.alter(caller, tableId, { op: 'drop_column', name: 'note' })).rejects.toMatchObject({
      code: 'operation_in_progress',
    });
    await client.query('ROLLBACK');
    await harness.alter(caller, tableId, { op: 'drop_column', name: 'note' });
  });
});

const empty: TableAction = {
  ...{ op: '', name: undefined, newName: undefined, column: undefined, columns: [] },
  ...{ newType: undefined, nullable: undefined, default: undefined },
};

describe('who may do what', () => {
  it('without the permission, is refused', async () => {
    const { caller, tableId } = await withTable();
    const viewer = { ...caller, permissions: ['Workspace.view'] };
    const nobody = { ...caller, permissions: [] };
    await expect(harness.tables.getTable({ caller: viewer, tableId })).resolves.toBeDefined();
    for (const attempt of [
      harness.create(viewer, 'other', visit),
      harness.alter(viewer, tableId, { op: 'drop_column', name: 'note' }),
      harness.tables.dropTable({ caller: viewer, tableId }),
      harness.query(viewer, 'SELECT 1'),
      harness.tables.listTables({ caller: nobody }),
      harness.tables.getTable({ caller: nobody, tableId }),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it('another workspace finds nothing, and may use the same names', async () => {
    const { caller, tableId } = await withTable();
    const stranger = harness.caller();
    for (const attempt of [
      harness.tables.getTable({ caller: stranger, tableId }),
      harness.tables.dropTable({ caller: stranger, tableId }),
      harness.alter(stranger, tableId, { op: 'drop_column', name: 'note' }),
      harness.tables.getTable({ caller, tableId: randomUUID() }),
      harness.tables.getTable({ caller, tableId: "x'; --" }),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    expect(await harness.tables.listTables({ caller: stranger })).toEqual({ tables: [] });
    await expect(harness.create(stranger, 'visit', visit)).resolves.toBeDefined();
  });
});

it('what has changed of a table is in the log once, with who did it', async () => {
  const { caller, tableId } = await withTable();
  await harness.alter(caller, tableId, { op: 'drop_column', name: 'note' });
  await harness.tables.dropTable({ caller, tableId });
  const { rows } = await harness.log.database.pool.query<{ event_type: string }>(
    `SELECT event_type FROM world.event WHERE stream_id = $1 ORDER BY stream_version`,
    [`${caller.tenantId}/table/${tableId}`],
  );
  expect(rows.map((row) => row.event_type)).toEqual(['TableCreated', 'TableAltered', 'TableDropped']);
  const left = await harness.rows.database.pool.query('SELECT FROM svc_tables.unrecorded_change');
  expect(left.rowCount).toBe(0);
});

describe('changes that a process has left without recording them', () => {
  const metadata = { actor: 'user:ada', correlationId: 'r1', causationId: 'r1' };
  let at = 0;
  const left = (caller: WorkspaceCaller, tableId: string): UnrecordedChange => ({
    changeId: randomUUID(),
    tenantId: caller.tenantId as `ws:${string}`,
    metadata,
    event: {
      type: 'TableDropped' as const,
      data: { tableId, tableName: 'visit', changeId: randomUUID(), atMs: (at += 1) },
    },
  });
  const leave = (changes: readonly UnrecordedChange[]) =>
    harness.server.define('every tenant', async (admin) => {
      for (const change of changes) await noteChange(admin, change);
    });
  const recorded = async (tableId: string) =>
    (
      await harness.log.database.pool.query('SELECT FROM world.event WHERE stream_id LIKE $1', [
        `%/table/${tableId}`,
      ])
    ).rowCount;

  it('given more than one page of them, when the next process starts, then all are recorded', async () => {
    const caller = harness.caller();
    const tables = Array.from({ length: 205 }, () => randomUUID());
    await leave(tables.map((tableId) => left(caller, tableId)));

    harness.changes.start();
    await harness.changes.stop();

    expect(await Promise.all(tables.map(recorded))).toEqual(tables.map(() => 1));
  });

  it('given one that can not be recorded, then it holds up its own table alone', async () => {
    const caller = harness.caller();
    const [stuck, other] = [randomUUID(), randomUUID()];
    const { event, ...of } = left(caller, stuck);
    const bad = { ...of, event: { ...event, type: 'Nonsense' } as unknown as typeof event };
    await leave([bad, left(caller, stuck), left(caller, other)]);

    harness.changes.start();
    await harness.changes.stop();

    expect([await recorded(stuck), await recorded(other)]).toEqual([0, 1]);
    await harness.rows.database.pool.query('DELETE FROM svc_tables.unrecorded_change');
  });
});
