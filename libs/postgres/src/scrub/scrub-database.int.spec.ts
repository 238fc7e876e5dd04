import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { StartupError } from '@svc/errors';
import { filesWith } from '@svc/testing';
import { EmbeddedServers, sql } from '../../test/embedded-servers.js';
import { createDatabase, type PooledDatabase } from '../create-database.js';
import type { EmbeddedPostgres } from '../embedded/start-embedded-postgres.js';
import { scrubDatabase } from './scrub-database.js';

const servers = new EmbeddedServers({ hasStarted: true });
const tables = ['person', 'secret'];
const key = Buffer.from('c4a1f00dc4a1f00dc4a1f00dc4a1f00dc4a1f00dc4a1f00dc4a1f00dc4a1f00d', 'hex');
const keyOfOther = Buffer.from('0ddba110'.repeat(8), 'hex');

/** Three people, one of them with a name that was changed, and in the planner's samples. */
const people = `
  CREATE TABLE person (id integer PRIMARY KEY, name text NOT NULL, notes text NOT NULL);
  CREATE INDEX person_by_name ON person (name);
  ALTER TABLE person ALTER notes SET STORAGE EXTERNAL;
  INSERT INTO person SELECT id, name, repeat(name || ' likes tea. ', 1000)
    FROM (VALUES (1, 'Ada Maiden'), (2, 'Bob Builder'), (3, 'Cyd Charisse')) AS made (id, name);
  UPDATE person SET name = 'Ada Married' WHERE id = 1;
  CREATE TABLE secret (id integer PRIMARY KEY, wrapped bytea);
  INSERT INTO secret VALUES (1, '\\x${key.toString('hex')}'), (2, '\\x${keyOfOther.toString('hex')}');
  ANALYZE;`;
const erasure = `DELETE FROM person WHERE id = 1; UPDATE secret SET wrapped = NULL WHERE id = 1;`;
const erased = ['Ada Maiden', 'Ada Married', key];
const kept = ['Bob Builder', 'Cyd Charisse', keyOfOther];

async function startWithPeople(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const server = await servers.start({ settings });
  await sql(server, people);
  return server;
}

const foldersOf = (server: EmbeddedPostgres, value: string | Buffer): readonly string[] => {
  const files = filesWith(path.join(server.dataDir, 'cluster'), Buffer.from(value));
  return [...new Set(files.map((file) => file.split(path.sep)[0] ?? ''))];
};

async function scrub(server: { readonly connectionString: string }, said: string[] = [], waitMs = 60_000) {
  return withDatabaseOf(server, (database) =>
    scrubDatabase(database, { tables, say: (line) => said.push(line), waitMs }),
  );
}

async function withDatabaseOf<Result>(
  { connectionString }: { readonly connectionString: string },
  work: (database: PooledDatabase) => Promise<Result>,
): Promise<Result> {
  const database = createDatabase({ connectionString, maxConnections: 2, applicationName: 'test' });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

describe('scrubbing a database', () => {
  it('takes deleted rows and changed values out of every file, and leaves the others', async () => {
    const server = await startWithPeople();
    await sql(server, erasure);
    await sql(server, 'CHECKPOINT');
    for (const value of erased) expect(foldersOf(server, value)).toEqual(['base', 'pg_wal']);
    const said: string[] = [];

    expect(await scrub(server, said)).toEqual({ undone: [], outOfReach: [] });

    for (const value of erased) expect(foldersOf(server, value)).toEqual([]);
    for (const value of kept) expect(foldersOf(server, value)).toEqual(expect.arrayContaining(['base']));
    expect(await sql(server, 'SELECT id, name, length(notes) AS notes FROM person ORDER BY name')).toEqual([
      { id: 2, name: 'Bob Builder', notes: 23_000 },
      { id: 3, name: 'Cyd Charisse', notes: 24_000 },
    ]);
    expect(said).toEqual([
      expect.stringMatching(/^person: rewriting \d+ kB, locked meanwhile …$/),
      expect.stringMatching(/^secret: rewriting \d+ kB, locked meanwhile …$/),
      expect.stringMatching(/^pg_catalog.pg_statistic: rewriting \d+ kB, locked meanwhile …$/),
      'Discarding the write-ahead log …',
    ]);

    await server.stop();
    for (const value of erased) expect(foldersOf(server, value)).toEqual([]);
  });

  it('given a transaction that can still see what was deleted, waits for it and names it, then refuses', async () => {
    const server = await startWithPeople();
    await withDatabaseOf(server, async (database) => {
      const client = await database.pool.connect();
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await client.query('SELECT FROM person');
      await sql(server, erasure);

      const rejection = await scrub(server, [], 0).catch((error: unknown) => error);
      expect(rejection).toBeInstanceOf(StartupError);
      expect((rejection as StartupError).message).toMatch(
        /can still be seen by process \d+ \(test\): end that/,
      );

      const said: string[] = [];
      const scrubbed = scrub(server, said);
      while (!said[0]?.startsWith('Waiting for process')) await sql(server, 'SELECT');
      await client.query('COMMIT');
      client.release();
      expect(await scrubbed).toEqual({ undone: [], outOfReach: [] });
    });
    for (const value of erased) expect(foldersOf(server, value)).toEqual([]);
  });

  it('given a role that may do none of it, says for each step what is left to a superuser', async () => {
    const server = await startWithPeople();
    await sql(server, `CREATE ROLE clerk LOGIN PASSWORD 'clerk'`);
    const address = new URL(server.connectionString);
    address.username = 'clerk';
    address.password = 'clerk';

    const { undone, outOfReach } = await scrub({ connectionString: address.href });

    expect(undone).toEqual([
      expect.stringContaining('run VACUUM (FULL, ANALYZE) person as its owner'),
      expect.stringContaining('run VACUUM (FULL, ANALYZE) secret as its owner'),
      expect.stringContaining('run VACUUM (FULL, ANALYZE) pg_catalog.pg_statistic'),
      expect.stringContaining('CHECKPOINT; SELECT pg_switch_wal(); CHECKPOINT;'),
      expect.stringContaining('this role may not look'),
    ]);
    expect(outOfReach).toEqual([expect.stringContaining('grant it pg_read_all_stats')]);
  });

  it('given a copy of a table that a crash has left, names its file', async () => {
    const server = await startWithPeople();
    const [row] = await sql(server, `SELECT oid FROM pg_database WHERE datname = 'svc'`);
    const file = `base/${String(row?.['oid'])}/4199999`;
    writeFileSync(path.join(server.dataDir, 'cluster', file), 'Ada Maiden');
    const { undone } = await scrub(server);
    expect(undone).toEqual([expect.stringMatching(new RegExp(`: ${file}\\. Stop the database server`))]);
  });

  it('given a server that keeps copies of its log, or logs what statements carry, says where bytes remain', async () => {
    const server = await startWithPeople({
      wal_recycle: 'on',
      archive_mode: 'on',
      archive_command: 'true',
      log_min_duration_statement: '1000',
    });
    const { outOfReach } = await scrub(server);
    expect(outOfReach).toEqual([
      expect.stringContaining('wal_recycle=off'),
      expect.stringContaining('archive_mode'),
      expect.stringContaining('log_parameter_max_length=0'),
    ]);
  });

  it('given log that the server must keep, says so and what to look at', async () => {
    const server = await startWithPeople({ wal_keep_size: '1GB' });
    await sql(server, 'SELECT pg_switch_wal()');
    const { undone } = await scrub(server);
    expect(undone).toEqual([expect.stringMatching(/^\d+ older files of the write-ahead log are kept by/)]);
  });
});
