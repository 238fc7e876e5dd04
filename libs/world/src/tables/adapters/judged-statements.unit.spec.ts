import { DomainError } from '@svc/errors';
import fc from 'fast-check';
import { judgeStatement, type Judgement } from '../domain/judge-statement.js';
import { loadParser, parseStatement } from './parse-statement.js';

beforeAll(() => loadParser());

const own: Judgement = { schema: 'wt_own', field: 'sql', readsOnly: false, parameters: 0 };

function outcome(sql: string, judgement: Partial<Judgement> = {}): unknown {
  try {
    judgeStatement(parseStatement(sql, 'sql'), { ...own, ...judgement });
  } catch (error) {
    return error instanceof DomainError ? error.code : error;
  }
  return 'passes';
}

describe('a statement that reads and writes tables of the workspace', () => {
  it.each([
    'select 1 -- one',
    'SELECT a, count(*) FILTER (WHERE b > 1) FROM visit GROUP BY a HAVING count(*) > 1 ORDER BY 1 DESC NULLS LAST LIMIT 3',
    'SELECT * FROM wt_own.visit v LEFT JOIN note USING (id) WHERE v.a IN (1, 2) AND NOT b LIKE $x$a%$x$',
    "SELECT doc->>'a', (doc #> '{b}')::text, a::int, extract(year FROM d), d AT TIME ZONE 'utc', current_date FROM visit",
    'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT sum(i) OVER (PARTITION BY i) FROM n',
    'VALUES (1, 2), (3, 4)',
    'INSERT INTO visit (a, b) VALUES (1, DEFAULT) ON CONFLICT (a) DO UPDATE SET b = excluded.b RETURNING *',
    'WITH gone AS (DELETE FROM visit RETURNING *) INSERT INTO past SELECT * FROM gone',
    'UPDATE visit AS v SET (a, b) = (SELECT 1, 2) FROM note WHERE v.id = note.id RETURNING v.*',
    'DELETE FROM visit USING note WHERE visit.id = note.id',
    "SELECT * FROM jsonb_to_recordset('[]') AS x (a int, b text), generate_series(1, 3) WITH ORDINALITY",
    'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a), rank() OVER w FROM visit WINDOW w AS (ORDER BY a)',
    `SELECT v.name, v.path, v."current_date" FROM visit v`,
  ])('%s passes', (sql) => {
    expect(outcome(sql)).toBe('passes');
  });

  it.each(['INSERT INTO visit DEFAULT VALUES', 'WITH x AS (DELETE FROM visit RETURNING *) SELECT * FROM x'])(
    '%s is refused where only reading is allowed',
    (sql) => {
      expect(outcome(sql)).toBe('passes');
      expect(outcome(sql, { readsOnly: true })).toBe('validation_failed');
    },
  );

  it('may name as many parameters as have values', () => {
    expect(outcome('SELECT $2::text', { parameters: 2 })).toBe('passes');
    expect(outcome('SELECT $3::text', { parameters: 2 })).toBe('validation_failed');
    expect(outcome('SELECT $1::text')).toBe('validation_failed');
  });
});

describe('a statement that does anything else', () => {
  it.each([
    '',
    '-- nothing',
    'SELECT 1; SELECT 2',
    'SELECT 1;; DROP TABLE visit',
    'SELEC 1',
    "SELECT 'open",
    'SELECT /* open',
    'SELECT "open',
    'SELECT 1\u0000',
    'SELECT * INTO other FROM visit',
    'SELECT * FROM visit FOR UPDATE',
    'TABLE pg_class',
    ...['COPY visit TO STDOUT', "COPY visit FROM PROGRAM 'id'", 'DO $$ BEGIN END $$', 'CALL x()'],
    ...['SET ROLE svc', 'RESET ROLE', 'SET SESSION AUTHORIZATION svc', 'SET search_path = pg_catalog'],
    ...[
      'SHOW all',
      'DISCARD ALL',
      'BEGIN',
      'COMMIT',
      'PREPARE x AS SELECT 1',
      'EXECUTE x',
      'LISTEN a',
      'NOTIFY a',
    ],
    ...[
      'CREATE TABLE a (b int)',
      'CREATE TEMP TABLE a (b int)',
      'ALTER TABLE visit ADD b int',
      'DROP TABLE visit',
    ],
    ...[
      "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      'CREATE EXTENSION dblink',
      'VACUUM',
      'ANALYZE',
    ],
    ...['GRANT ALL ON visit TO public', 'LOCK TABLE visit', 'TRUNCATE visit', 'EXPLAIN SELECT 1', 'CLUSTER'],
    ...[
      'MERGE INTO visit USING note ON true WHEN MATCHED THEN DELETE',
      'DECLARE c CURSOR FOR SELECT 1',
      'FETCH c',
    ],
    ...[
      'SELECT * FROM pg_catalog.pg_class',
      'SELECT * FROM information_schema.tables',
      'SELECT * FROM pg_class',
    ],
    ...['SELECT * FROM "pg_class"', 'SELECT * FROM wt_other.visit', 'SELECT * FROM other.wt_own.visit'],
    'SELECT wt_other.visit.a FROM visit',
    'INSERT INTO wt_other.visit VALUES (1)',
    'UPDATE pg_catalog.pg_class SET relname = 1',
    'DELETE FROM wt_other.visit',
    'WITH x AS (SELECT * FROM wt_other.visit) SELECT 1',
    'SELECT 1 WHERE EXISTS (SELECT FROM wt_other.visit)',
    'SELECT pg_catalog.now()',
    'SELECT public.f()',
    'SELECT 1 OPERATOR(pg_catalog.+) 1',
    "SELECT 'pg_class'::regclass",
    "SELECT CAST('1' AS oid)",
    "SELECT xmlparse(document '<a/>')",
    ...[
      'SELECT current_user',
      'SELECT session_user',
      'SELECT current_schema',
      'SELECT current_catalog',
      'SELECT user',
    ],
    'SELECT g.pg_sleep FROM unnest(ARRAY[60.0]) g',
    'SELECT (g).pg_sleep FROM unnest(ARRAY[60.0]) g',
    "SELECT g.ts_stat FROM unnest(ARRAY['SELECT relname FROM pg_class']) g",
    "SELECT g.current_setting FROM unnest(ARRAY['data_directory']) g",
    'SELECT * FROM visit TABLESAMPLE system (1)',
  ])('%s is refused', (sql) => {
    expect(outcome(sql)).toBe('validation_failed');
  });

  it.each([
    'pg_sleep(1)',
    "pg_read_file('/etc/passwd')",
    "set_config('role', 'svc', false)",
    "current_setting('data_directory')",
    'pg_advisory_lock(1)',
    "pg_notify('a', 'b')",
    "lo_import('/etc/passwd')",
    'lo_create(0)',
    "dblink('', 'SELECT 1')",
    "query_to_xml('SELECT 1', true, true, '')",
    "pg_relation_size('visit')",
    'version()',
    'inet_server_addr()',
    "repeat('a', 1000000000)",
  ])('%s may not be called, wherever it stands', (call) => {
    for (const sql of [
      `SELECT ${call}`,
      `SELECT * FROM ${call}`,
      `INSERT INTO visit VALUES (${call})`,
      `UPDATE visit SET a = 1 WHERE (SELECT count(*) FROM (SELECT ${call}) x) > 0`,
      `SELECT 1 ORDER BY ${call}`,
      `DELETE FROM visit RETURNING ${call}`,
    ])
      expect(outcome(sql)).toBe('invalid_request');
  });
});

describe('a text that is made to exhaust the parser', () => {
  it.each([
    ['brackets', `SELECT ${'('.repeat(8_000)}1${')'.repeat(8_000)}`],
    ['an endless sum', `SELECT 1${'+1'.repeat(8_000)}`],
    ['endless negations', `SELECT ${'NOT '.repeat(4_000)}true`],
    ['endless casts', `SELECT a${'::int'.repeat(3_000)}`],
    ['endless unions', `SELECT 1${' UNION SELECT 1'.repeat(1_000)}`],
    ['endless cases', `SELECT ${'CASE WHEN a THEN '.repeat(500)}1${' END'.repeat(500)}`],
  ])('of %s is refused, and the next one is read', (_what, sql) => {
    expect(outcome(sql)).toBe('validation_failed');
    expect(outcome('SELECT 1')).toBe('passes');
  });

  it('given a long list of values, is read', () => {
    expect(outcome(`INSERT INTO visit VALUES ${Array(1_500).fill("(1, 'a')").join(', ')}`)).toBe('passes');
  });

  it('given any text, is refused in words or passes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(['passes', 'validation_failed', 'invalid_request']).toContain(outcome(`SELECT ${text}`));
      }),
    );
  });

  it('given any text inside a literal, passes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(outcome(`SELECT '${text.replaceAll("'", "''")}'`)).toBe('passes');
      }),
    );
  });
});
