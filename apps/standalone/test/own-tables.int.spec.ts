import { randomUUID } from 'node:crypto';
import { bearing, send, type Answer } from './every-route/http-client.js';
import { startStandalone, type StartedStandalone } from './started-standalone.js';

// "Schema alteration actions" of the interface specification, through HTTP alone, on the embedded database of tables.

let standalone: StartedStandalone;
beforeAll(async () => void (standalone = await startStandalone()));
afterAll(() => standalone.stop());

function ask(method: string, to: string, body?: object): Promise<Answer> {
  const { base_url: baseUrl, workspace_id: workspace, workspace_api_key: key } = standalone.demo;
  return send(baseUrl, { method, path: `/v1/${workspace}/${to}`, headers: bearing(key), body });
}

const jsonOf = <Body>({ text }: Answer): Body => JSON.parse(text) as Body;

/** @returns its path */
async function newTable(columns: readonly object[] = [{ name: 'note', type: 'text' }]): Promise<string> {
  const table_name = `t${randomUUID().replaceAll('-', '')}`;
  const made = await ask('POST', 'tables', { table_name, columns });
  expect(made.status).toBe(201);
  return `tables/${jsonOf<{ id: string }>(made).id}`;
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
const text = (name: string) => ({ name, type: 'text' });

describe('a column that says nothing of null', () => {
  it('may be null, and has no default', async () => {
    const table = await newTable();
    const altered = await ask('PATCH', table, { actions: [{ op: 'add_column', column: text('x') }] });
    expect(altered.status).toBe(200);
    const { columns } = jsonOf<{ columns: unknown[] }>(await ask('GET', table));
    expect(columns).toContainEqual({ name: 'x', data_type: 'text', is_nullable: true, default: null });
  });
});

describe('an action', () => {
  it.each<[string, unknown]>([
    ['no op', { column: text('x') }],
    ['an unknown op', { op: 'truncate' }],
    ['no column to add', { op: 'add_column' }],
    ['a column without a type', { op: 'add_column', column: { name: 'x' } }],
    ['a column of an unknown type', { op: 'add_column', column: { name: 'x', type: 'varchar' } }],
    ['nullable that is text', { op: 'add_column', column: { ...text('x'), nullable: 'false' } }],
    ['a default without a kind', { op: 'add_column', column: { ...text('x'), default: { value: 'a' } } }],
    [
      'a default of an unknown kind',
      { op: 'add_column', column: { ...text('x'), default: { kind: 'sql' } } },
    ],
    [
      'a list as a literal',
      {
        op: 'add_column',
        column: { name: 'x', type: 'jsonb', default: { kind: 'literal', value: [] } },
      },
    ],
    [
      'an object for text',
      { op: 'add_column', column: { ...text('x'), default: { kind: 'literal', value: {} } } },
    ],
    [
      'an object for a column of text',
      { op: 'set_column_default', name: 'note', default: { kind: 'literal', value: {} } },
    ],
    ['a name with capitals', { op: 'add_column', column: text('Note') }],
    ['a name of 64 characters', { op: 'add_column', column: text('a'.repeat(64)) }],
    ['no name of the index', { op: 'add_index', columns: ['note'] }],
    ['no columns of the index', { op: 'add_index', index_name: 'i' }],
    ['no column of the index', { op: 'add_index', index_name: 'i', columns: [] }],
    ['33 columns of the index', { op: 'add_index', index_name: 'i', columns: names(33) }],
    ['no column of the key', { op: 'add_unique', columns: [] }],
    ['33 columns of the key', { op: 'add_unique', columns: names(33) }],
    ['a column that is not there', { op: 'add_unique', columns: ['none'] }],
    ['an impossible type', { op: 'change_column_type', name: 'note', new_type: 'money' }],
  ])('with %s is 422, and the table as it was', async (_what, action) => {
    const table = await newTable();
    const before = await ask('GET', table);
    const answer = await ask('PATCH', table, {
      actions: [{ op: 'add_column', column: text('first') }, action],
    });
    expect(answer.status).toBe(422);
    expect(await ask('GET', table)).toEqual(before);
  });

  it('that names what exists is 409', async () => {
    const table = await newTable();
    const twice = { op: 'add_column', column: text('note') };
    expect((await ask('PATCH', table, { actions: [twice] })).status).toBe(409);
  });

  it('with no name of the key, or null, gets one from the database', async () => {
    const table = await newTable([text('a'), text('b')]);
    const actions = [
      { op: 'add_unique', columns: ['a'] },
      { op: 'add_unique', columns: ['b'], constraint_name: null },
    ];
    expect((await ask('PATCH', table, { actions })).status).toBe(200);
    const { constraints } = jsonOf<{ constraints: { definition: string }[] }>(await ask('GET', table));
    expect(constraints.map(({ definition }) => definition).sort()).toEqual(['UNIQUE (a)', 'UNIQUE (b)']);
  });
});

it.each([0, 51])('%d actions are 422', async (count) => {
  const actions = names(count).map((name) => ({ op: 'add_column', column: text(name) }));
  expect((await ask('PATCH', await newTable(), { actions })).status).toBe(422);
});

it('a dry run answers its statements alone, and changes nothing', async () => {
  const table = await newTable();
  const before = await ask('GET', table);
  const answer = await ask('PATCH', `${table}?dry_run=true`, {
    actions: [{ op: 'drop_column', name: 'note' }],
  });
  expect(jsonOf(answer)).toEqual({
    statements: [
      expect.stringMatching(/^ALTER TABLE "wt_[0-9a-f]{24}"\."t[0-9a-f]{32}" DROP COLUMN "note"$/),
    ],
  });
  expect(await ask('GET', table)).toEqual(before);
});

it.each([
  ['two statements', 'SELECT 1; SELECT 2', 422],
  ['DDL', 'CREATE TABLE x (a int)', 422],
  ['SET ROLE', 'SET ROLE postgres', 422],
  ['RESET', 'RESET ALL', 422],
  ['SET SESSION AUTHORIZATION', 'SET SESSION AUTHORIZATION DEFAULT', 422],
  ['a catalog', 'SELECT * FROM pg_catalog.pg_class', 422],
  ['information_schema', 'SELECT * FROM information_schema.tables', 422],
  ['a function of the server', 'SELECT pg_sleep(1)', 400],
  ['what fails', 'SELECT 1 / 0', 400],
  ['no statement', '', 422],
  ['16,385 characters', `SELECT '${'a'.repeat(16_376)}'`, 422],
  ['16,384 characters', `SELECT '${'a'.repeat(16_375)}'`, 200],
])('a statement with %s ends as it must', async (_what, sql, status) => {
  expect((await ask('POST', 'query', { sql })).status).toBe(status);
});

it('a table that there is not is 404', async () => {
  const table = `tables/${randomUUID()}`;
  const actions = [{ op: 'drop_column', name: 'note' }];
  const answers = [
    await ask('GET', table),
    await ask('PATCH', table, { actions }),
    await ask('DELETE', table),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});

it('a dropped table answers {}', async () => {
  const dropped = await ask('DELETE', await newTable());
  expect([dropped.status, jsonOf(dropped)]).toEqual([200, {}]);
});
