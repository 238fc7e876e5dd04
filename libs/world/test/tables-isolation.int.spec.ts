import type { WorkspaceCaller } from '@svc/contracts/common';
import type pg from 'pg';
import { TablesHarness } from './tables-server.js';

const harness = new TablesHarness();
let [ours, theirs]: WorkspaceCaller[] = [];
let theirSchema = '';
let us: pg.Client;

beforeAll(async () => {
  await harness.start();
  [ours, theirs] = [harness.caller(), harness.caller()];
  for (const caller of [ours, theirs]) await harness.create(caller, 'visit', [{ name: 'note' }]);
  await harness.query(theirs, "INSERT INTO visit VALUES ('theirs')");
  theirSchema = (await harness.placeOf(theirs)).schema;
  us = await harness.signedIn(ours);
});
afterAll(() => harness.stop());

/** The code of the refusal; what comes of it where there is none. */
async function outcome(client: pg.Client, sql: string): Promise<unknown> {
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } catch (error) {
    return (error as pg.DatabaseError).code;
  }
}

const notAllowed = '42501';

describe('the own role of a workspace, signed in past everything that judges statements', () => {
  it('reads and writes its own tables', async () => {
    const { schema } = await harness.placeOf(ours!);
    expect(await outcome(us, `INSERT INTO ${schema}.visit VALUES ('ours') RETURNING note`)).toEqual([
      { note: 'ours' },
    ]);
  });

  it.each([
    ['rows', () => `SELECT * FROM ${theirSchema}.visit`],
    ['changes', () => `DELETE FROM ${theirSchema}.visit`],
    ['tables', () => `CREATE TABLE ${theirSchema}.other (a int)`],
    ['structure', () => `DROP TABLE ${theirSchema}.visit`],
    ['role', () => `SET ROLE ${theirSchema}_write`],
    ['session', () => `SET SESSION AUTHORIZATION ${theirSchema}_write`],
    ['size', () => `SELECT pg_total_relation_size('${theirSchema}.visit')`],
    ['whether there is one', () => `SELECT to_regclass('${theirSchema}.visit')`],
  ])('gets nothing of the %s of another workspace', async (_what, sql) => {
    expect(await outcome(us, sql())).toBe(notAllowed);
  });

  it.each([
    ...[
      'pg_class',
      'pg_namespace',
      'pg_attribute',
      'pg_roles',
      'pg_authid',
      'pg_database',
      'pg_stats',
      'pg_proc',
    ],
    ...[
      'pg_stat_activity',
      'pg_stat_user_tables',
      'pg_stat_all_tables',
      'pg_settings',
      'pg_locks',
      'pg_shadow',
    ],
    ...[
      'pg_largeobject',
      'pg_largeobject_metadata',
      'pg_file_settings',
      'pg_tables',
      'pg_indexes',
      'pg_user',
    ],
    'information_schema.tables',
    'information_schema.columns',
    'svc_tables.workspace_table',
    'svc_tables.installation',
  ])('reads no names from %s', async (relation) => {
    expect(await outcome(us, `SELECT * FROM ${relation}`)).toBe(notAllowed);
  });

  it.each([
    "current_setting('data_directory')",
    "set_config('statement_timeout', '0', false)",
    'pg_advisory_lock(1)',
    'pg_try_advisory_lock(1)',
    "pg_notify('a', 'b')",
    'pg_sleep(1)',
    "lo_import('/etc/passwd')",
    'lo_create(0)',
    "lo_from_bytea(0, 'a')",
    "pg_read_file('/etc/passwd')",
    "pg_ls_dir('.')",
    'pg_terminate_backend(1)',
    'pg_cancel_backend(1)',
    "query_to_xml('SELECT 1', true, true, '')",
    'pg_stat_get_activity(NULL)',
    'inet_server_addr()',
    "has_table_privilege('pg_class', 'SELECT')",
    "ts_stat('SELECT 1')",
    'version()',
  ])('can not call %s', async (call) => {
    expect(await outcome(us, `SELECT ${call}`)).toBe(notAllowed);
  });

  it.each([
    ['temporary table', 'CREATE TEMP TABLE kept (a int)'],
    ['schema', 'CREATE SCHEMA kept'],
    ['table in public', 'CREATE TABLE public.kept (a int)'],
    ['extension', 'CREATE EXTENSION pg_trgm SCHEMA public'],
    ['role', 'CREATE ROLE kept'],
    ['database', 'CREATE DATABASE kept'],
    ['program', "COPY (SELECT 1) TO PROGRAM 'id'"],
    ['file', "COPY (SELECT 1) TO '/tmp/kept'"],
  ])('makes no %s', async (_what, sql) => {
    expect(await outcome(us, sql)).toBe(notAllowed);
  });

  it('for reading alone, writes nothing', async () => {
    const reader = await harness.signedIn(ours!, 'read');
    const { schema } = await harness.placeOf(ours!);
    expect(await outcome(reader, `SELECT count(*) AS count FROM ${schema}.visit`)).toEqual([{ count: '1' }]);
    expect(await outcome(reader, `INSERT INTO ${schema}.visit VALUES ('x')`)).toBe(notAllowed);
    expect(await outcome(reader, `SELECT * FROM ${theirSchema}.visit`)).toBe(notAllowed);
  });

  it('is member of no role, and may do nothing else', async () => {
    const { roles } = await harness.placeOf(ours!);
    const { rows } = await harness.rows.database.pool.query(
      `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls OR rolinherit AS may,
              (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships
         FROM pg_roles r WHERE rolname = ANY ($1)`,
      [Object.values(roles)],
    );
    expect(rows).toEqual([
      { may: false, memberships: 0 },
      { may: false, memberships: 0 },
    ]);
  });
});

describe('statements of a workspace', () => {
  it('tell of a table of another workspace as of none', async () => {
    for (const sql of [`SELECT * FROM ${theirSchema}.visit`, 'SELECT * FROM wt_none.visit'])
      await expect(harness.query(ours!, sql)).rejects.toMatchObject({
        fields: [{ msg: 'must name tables of this workspace alone' }],
      });
  });

  it.each([
    [
      'takes too long',
      // Counted again for each row, so that nothing is kept in a file, which has a bound of its own.
      `SELECT count(*) FROM generate_series(1, 9999) a WHERE 0 <= (SELECT count(*) FROM generate_series(1, 9999) b
        WHERE b > a AND 0 <= (SELECT count(*) FROM generate_series(1, 9999) c WHERE c > a + b))`,
      /took longer than 5000 ms/,
    ],
    [
      'fills the disk',
      'SELECT count(*) FROM generate_series(1, 1000000000000)',
      /more memory than is allowed/,
    ],
    ['has too many rows', 'SELECT * FROM generate_series(1, 1001)', /more than 1000 rows/],
    [
      'is too large',
      "SELECT string_agg(md5(i::text), '') FROM generate_series(1, 200000) i",
      /more than 2097152 bytes/,
    ],
    ['has two columns of a name', 'SELECT 1 AS a, 2 AS a', /the same name/],
    ['divides by zero', 'SELECT 1 / 0', /Division by zero/],
    ['names no table', 'SELECT * FROM nothing', /Relation "nothing" does not exist/],
    ['breaks a rule of the table', 'INSERT INTO visit (none) VALUES (1)', /does not exist/],
  ])('given one that %s, is refused in words', async (_what, sql, words) => {
    await expect(harness.query(ours!, sql)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(words) as string,
    });
  });

  it('whose answer is too large change nothing', async () => {
    await harness.query(ours!, 'DELETE FROM visit');
    const sql = "INSERT INTO visit SELECT 'x' FROM generate_series(1, 1001) RETURNING note";
    await expect(harness.query(ours!, sql)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await harness.rowsOf(ours!, 'SELECT count(*) AS count FROM visit')).toEqual([{ count: 0 }]);
  });

  it('after the key of the service has changed, sign in again', async () => {
    const { roles } = await harness.placeOf(ours!);
    await harness.rows.database.pool.query(`ALTER ROLE ${roles.write} PASSWORD 'another'`);
    await expect(harness.rowsOf(ours!, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });
});
