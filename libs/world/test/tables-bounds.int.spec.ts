import type { WorkspaceCaller } from '@svc/contracts/common';
import type { Column, TableAction } from '@svc/contracts/world';
import fc from 'fast-check';
import { column, TablesHarness } from './tables-server.js';

const harness = new TablesHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

interface Altered {
  readonly caller: WorkspaceCaller;
  readonly tableId: string;
  alter(...actions: Partial<TableAction>[]): Promise<unknown>;
  /** What the catalog of the database says, past the product. */
  catalog(): Promise<unknown>;
}

async function withTable(columns: readonly Partial<Column>[] = [{ name: 'note' }]): Promise<Altered> {
  const caller = harness.caller();
  const tableId = await harness.create(caller, 'visit', columns);
  const { schema } = await harness.placeOf(caller);
  return {
    ...{ caller, tableId },
    alter: (...actions) => harness.alter(caller, tableId, ...actions),
    catalog: async () => (await harness.rows.database.pool.query(selectCatalog, [schema])).rows,
  };
}

const selectCatalog = `
  SELECT 'column' AS kind, a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS is,
         a.attnotnull AS not_null, pg_get_expr(d.adbin, d.adrelid) AS default
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r'
   UNION ALL
  SELECT 'index', c.relname::text, array_length(i.indkey, 1)::text, i.indisunique, NULL
    FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid WHERE c.relnamespace = to_regnamespace($1)
   UNION ALL
  SELECT 'table', relname::text, NULL, NULL, NULL FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'r'
   ORDER BY 1, 2`;

const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
const adding = (change: Partial<Column>): Partial<TableAction> => ({
  op: 'add_column',
  column: column(change),
});
const literal = (value: unknown) => ({ kind: 'literal', valueJson: JSON.stringify(value) });
const refused = { code: 'validation_failed' };

describe('add_column', () => {
  it.each([
    ['text', 'text'],
    ['int', 'integer'],
    ['bigint', 'bigint'],
    ['numeric', 'numeric'],
    ['boolean', 'boolean'],
    ['uuid', 'uuid'],
    ['timestamptz', 'timestamp with time zone'],
    ['date', 'date'],
    ['time', 'time without time zone'],
    ['jsonb', 'jsonb'],
    ['bytea', 'bytea'],
  ])('of the type %s adds a column of %s', async (type, is) => {
    const { alter, catalog } = await withTable();
    await alter(adding({ name: 'x', type }));
    expect(await catalog()).toContainEqual({ kind: 'column', name: 'x', is, not_null: false, default: null });
  });

  it.each([
    ['a literal text', 'text', literal("it's"), `'it''s'::text`],
    ['a literal whole number', 'int', literal(7), '7'],
    ['a literal number', 'numeric', literal(7.5), '7.5'],
    ['a literal truth', 'boolean', literal(false), 'false'],
    ['a literal object', 'jsonb', literal({ a: 1 }), `'{"a": 1}'::jsonb`],
    ['a literal null', 'text', literal(null), null],
    ['uuid_v4', 'uuid', { kind: 'uuid_v4', valueJson: undefined }, 'gen_random_uuid()'],
    ['now', 'timestamptz', { kind: 'now', valueJson: undefined }, 'now()'],
    ['current_date', 'date', { kind: 'current_date', valueJson: undefined }, 'CURRENT_DATE'],
    [
      'a value that its kind does not use',
      'date',
      { kind: 'current_date', valueJson: '"2020-01-01"' },
      'CURRENT_DATE',
    ],
  ])('given %s as the default of %s, has it', async (_what, type, given, shown) => {
    const { alter, catalog } = await withTable();
    await alter(adding({ name: 'x', type, nullable: false, default: given }));
    expect(await catalog()).toContainEqual(expect.objectContaining({ name: 'x', default: shown }));
  });
});

describe('an object as a default', () => {
  it.each(['text', 'int', 'bytea', 'boolean'])('given a column of %s, is refused', async (type) => {
    const { alter, catalog } = await withTable([{ name: 'there', type }]);
    const before = await catalog();
    await expect(alter(adding({ name: 'x', type, default: literal({}) }))).rejects.toMatchObject(refused);
    await expect(
      alter({ op: 'set_column_default', name: 'there', default: literal({}) }),
    ).rejects.toMatchObject(refused);
    await expect(
      alter(adding({ name: 'x', type }), { op: 'set_column_default', name: 'x', default: literal({}) }),
    ).rejects.toMatchObject(refused);
    expect(await catalog()).toEqual(before);
  });
});

describe('bounds', () => {
  const longest = 'a'.repeat(63);

  it.each<[string, (name: string) => Partial<TableAction>]>([
    ['a column', (name) => adding({ name })],
    ['a renamed column', (name) => ({ op: 'rename_column', name: 'note', newName: name })],
    ['an index', (name) => ({ op: 'add_index', name, columns: ['note'] })],
    ['a constraint', (name) => ({ op: 'add_unique', name, columns: ['note'] })],
  ])('let the name of %s have 1 to 63 characters', async (_what, named) => {
    for (const name of ['x', longest, 'select']) {
      const { alter, catalog } = await withTable();
      await alter(named(name));
      expect(await catalog()).toContainEqual(expect.objectContaining({ name }));
    }
    const { alter, catalog } = await withTable();
    const before = await catalog();
    for (const name of ['', `${longest}a`, 'Note', '1a', '_a', 'a-b', 'é'])
      await expect(alter(named(name))).rejects.toMatchObject(refused);
    expect(await catalog()).toEqual(before);
  });

  it.each(['add_index', 'add_unique'])('let %s have 1 to 32 columns', async (op) => {
    const { alter, catalog } = await withTable(names(33).map((name) => ({ name })));
    const before = await catalog();
    for (const columns of [[], names(33)])
      await expect(alter({ op, name: 'key', columns })).rejects.toMatchObject(refused);
    expect(await catalog()).toEqual(before);
    await alter({ op, name: 'one', columns: ['c0'] }, { op, name: 'most', columns: names(32) });
    expect(await catalog()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'index', name: 'one', is: '1', not_null: op === 'add_unique' }),
        expect.objectContaining({ kind: 'index', name: 'most', is: '32', not_null: op === 'add_unique' }),
      ]),
    );
  });

  it('let a request have 1 to 50 actions', async () => {
    const { alter, catalog } = await withTable();
    const before = await catalog();
    const actions = names(51).map((name) => adding({ name }));
    await expect(alter()).rejects.toMatchObject(refused);
    await expect(alter(...actions)).rejects.toMatchObject(refused);
    expect(await catalog()).toEqual(before);
    await alter(...actions.slice(0, 50));
    expect(await catalog()).toHaveLength(52);
  });

  it('let a new table have 1 to 100 columns', async () => {
    const caller = harness.caller();
    for (const count of [0, 101])
      await expect(
        harness.create(
          caller,
          'wide',
          names(count).map((name) => ({ name })),
        ),
      ).rejects.toMatchObject(refused);
    const { catalog } = await withTable(names(100).map((name) => ({ name })));
    expect(await catalog()).toHaveLength(101);
  });
});

describe('injection', () => {
  it('given any text as a default, gives rows this text and changes nothing else', async () => {
    const { caller, alter, catalog } = await withTable([{ name: 'id', type: 'int' }, { name: 'note' }]);
    const others = async () =>
      ((await catalog()) as { readonly name: string }[]).filter(({ name }) => name !== 'note');
    const before = await others();
    const stored = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
    const hostile = fc.constantFrom(
      ...["'; DROP TABLE visit; --", "\\'); DROP TABLE visit; --", "E'\\x27", '$$; SELECT 1 $$', "''", '/*'],
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostile, stored), async (text) => {
        await alter({ op: 'set_column_default', name: 'note', default: literal(text) });
        const [row] = await harness.rowsOf(caller, 'INSERT INTO visit (id) VALUES (1) RETURNING note');
        expect(row).toEqual({ note: text });
        expect(await others()).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });

  it('given any text as a name, takes it as a name or not at all', async () => {
    const { alter, catalog } = await withTable();
    const before = await catalog();
    const hostile = fc.constantFrom(
      ...['a"; DROP TABLE visit; --', 'a" text, b', "a'b", 'a b', 'visit"."note'],
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostile, fc.string({ unit: 'binary' })), async (text) => {
        fc.pre(!/^[a-z][a-z0-9_]*$/.test(text));
        for (const action of [
          adding({ name: text }),
          { op: 'rename_column', name: 'note', newName: text },
          { op: 'rename_column', name: text, newName: 'a' },
          { op: 'add_index', name: text, columns: ['note'] },
          { op: 'add_index', name: 'a', columns: [text] },
          { op: 'add_unique', name: text, columns: ['note'] },
          { op: 'drop_constraint', name: text },
          { op: 'change_column_type', name: 'note', newType: text },
        ])
          await expect(alter(action)).rejects.toMatchObject(refused);
      }),
      { numRuns: 15 },
    );
    expect(await catalog()).toEqual(before);
  });
});
