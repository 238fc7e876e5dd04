import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartupError } from '@svc/errors';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { createDatabase } from '../create-database.js';
import { assertSameRelease } from './applied-migrations.js';
import type { MigrationOptions } from './migration-options.js';
import { runMigrations } from './run-migrations.js';

let test: TestDatabase;
let folder: string;

beforeEach(async () => {
  test = await createTestDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-migrations-'));
});
afterEach(async () => {
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

function given(name: string, sql: string, inFolder = folder): void {
  mkdirSync(path.join(inFolder, name), { recursive: true });
  writeFileSync(path.join(inFolder, name, 'migration.sql'), sql);
}

const migrate = (options: Partial<MigrationOptions> = {}) =>
  runMigrations(test.database, { schema: 'shop', folders: [folder], ...options });

async function rows(text: string): Promise<readonly Record<string, unknown>[]> {
  return (await test.database.pool.query<Record<string, unknown>>(text)).rows;
}

async function rejection(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
}

describe('the migrations of a schema', () => {
  it('are applied once, by name, into the schema of the context', async () => {
    given('20260102000000_second', 'ALTER TABLE item ADD COLUMN price int');
    given('20260101000000_first', 'CREATE TABLE item (id int PRIMARY KEY)');
    const told: string[] = [];

    const applied = await migrate({ onProgress: (name) => told.push(name) });

    expect(applied).toEqual(['20260101000000_first', '20260102000000_second']);
    expect(told).toEqual(applied);
    expect(await rows('SELECT id, price FROM shop.item')).toEqual([]);
    expect(await migrate()).toEqual([]);
  });

  it('given a later file, applies only that one', async () => {
    given('1_first', 'CREATE TABLE item (id int PRIMARY KEY)');
    await migrate();
    given('2_second', 'INSERT INTO item VALUES (1)');
    expect(await migrate()).toEqual(['2_second']);
  });

  it('given the expand phase, leaves those that take something away to a later run', async () => {
    given('1_first', 'CREATE TABLE item (id int PRIMARY KEY, price int)');
    given('2_drop_price_contract', 'ALTER TABLE item DROP COLUMN price');
    given('3_third', 'ALTER TABLE item ADD COLUMN cents int');

    expect(await migrate({ withoutContract: true })).toEqual(['1_first', '3_third']);
    expect(await migrate({ withoutContract: true })).toEqual([]);
    expect(await migrate()).toEqual(['2_drop_price_contract']);
  });

  it('given a newer release has only expanded, then a process of this one starts and takes nothing away', async () => {
    const newer = path.join(folder, 'newer');
    given('3_newer', 'ALTER TABLE item ADD COLUMN cents int', newer);
    const ours = path.join(folder, 'ours');
    for (const [name, sql] of [
      ['1_first', 'CREATE TABLE item (id int PRIMARY KEY, price int)'],
      ['2_drop_price_contract', 'ALTER TABLE item DROP COLUMN price'],
    ] as const)
      given(name, sql, ours);
    await migrate({ folders: [ours, newer], withoutContract: true });

    expect(await migrate({ folders: [ours], withoutContract: true })).toEqual([]);
  });

  it('given defaults of the database that suit nobody who waits for a migration, runs by settings of its own', async () => {
    const name = new URL(test.connectionString).pathname.slice(1);
    const { pool } = test.database;
    await pool.query(`ALTER DATABASE ${name} SET statement_timeout TO '1s'`);
    await pool.query(`ALTER DATABASE ${name} SET synchronous_commit TO off`);
    await pool.query(`ALTER DATABASE ${name} SET default_transaction_isolation TO serializable`);
    const settings = [
      'synchronous_commit',
      'statement_timeout',
      'transaction_timeout',
      'transaction_isolation',
    ];
    const shown = settings.map((setting) => `current_setting('${setting}') AS ${setting}`).join(', ');
    given('1_settings', `CREATE TABLE used AS SELECT ${shown}`);
    await migrate();
    expect(await rows('SELECT * FROM shop.used')).toEqual([
      {
        synchronous_commit: 'on',
        statement_timeout: '0',
        transaction_timeout: '0',
        transaction_isolation: 'read committed',
      },
    ]);
  });

  it('given two folders, applies the whole first folder before the second', async () => {
    const base = path.join(folder, 'base');
    const own = path.join(folder, 'own');
    given('2_event', 'CREATE TABLE event (id int PRIMARY KEY)', base);
    given('1_view', 'CREATE VIEW latest AS SELECT max(id) AS id FROM event', own);
    expect(await migrate({ folders: [base, own] })).toEqual(['2_event', '1_view']);
  });

  it('given one name in two folders, refuses to guess', async () => {
    given('1_same', 'SELECT 1', path.join(folder, 'base'));
    given('1_same', 'SELECT 1', path.join(folder, 'own'));
    const folders = ['base', 'own'].map((name) => path.join(folder, name));
    await expect(migrate({ folders })).rejects.toThrow('The migration 1_same is in two folders.');
  });

  it('takes a file with several statements and a body between dollar signs whole', async () => {
    given(
      '1_function',
      `CREATE TABLE item (id int PRIMARY KEY);
       CREATE FUNCTION fill() RETURNS void LANGUAGE plpgsql AS $$
       BEGIN
         INSERT INTO item VALUES (1); INSERT INTO item VALUES (2);
       END $$;
       SELECT fill();`,
    );
    await migrate();
    expect(await rows('SELECT id FROM shop.item ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('of two schemas in one database do not see each other', async () => {
    given('1_item', 'CREATE TABLE item (id int PRIMARY KEY)');
    await migrate();
    expect(await runMigrations(test.database, { schema: 'stock', folders: [folder] })).toEqual(['1_item']);
    expect(await rows('SELECT id FROM stock.item')).toEqual([]);
  });

  it('leave the connections of the pool with the search path and limits they had', async () => {
    given('1_item', 'CREATE TABLE item (id int PRIMARY KEY)');
    await migrate();
    const settings = await rows(
      `SELECT setting FROM pg_settings WHERE name IN ('search_path', 'statement_timeout') ORDER BY name`,
    );
    expect(settings).toEqual([{ setting: '"$user", public' }, { setting: '20000' }]);
  });
});

describe('a migration that fails', () => {
  it('is rolled back whole, names its file and reason, and keeps those before it', async () => {
    given('1_good', 'CREATE TABLE item (id int PRIMARY KEY)');
    given('2_bad', 'CREATE TABLE half (id int); INSERT INTO item VALUES (1), (1);');
    given('3_never', 'CREATE TABLE never (id int)');

    expect(await rejection(migrate())).toMatch(
      /^Migration 2_bad of schema "shop" failed and was rolled back: duplicate key value .*"item_pkey"$/,
    );

    const tables = await rows(`SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'shop' AND table_name <> '_prisma_migrations'`);
    expect(tables).toEqual([{ name: 'item' }]);
    given('2_bad', 'INSERT INTO item VALUES (1)');
    expect(await migrate()).toEqual(['2_bad', '3_never']);
  });
});

describe('a database of another release', () => {
  const sentence = (migration: string) =>
    `The schema "shop" of this database was made by another release, whose migration ${migration} is not that of this one, ` +
    'and nothing converts it: to start over name an empty database in DATABASE_URL; if you have edited that file, ' +
    'restore it and put the change into a new migration.';
  const look = () => assertSameRelease(test.database, { schema: 'shop', folders: [folder] });

  it('given an applied file that has changed since, applies nothing and says what to do', async () => {
    given('1_item', 'CREATE TABLE item (id int PRIMARY KEY)');
    await migrate();
    given('1_item', 'CREATE TABLE item (id bigint PRIMARY KEY)');
    given('2_more', 'CREATE TABLE more (id int)');
    expect(await rejection(look())).toBe(sentence('1_item'));
    expect(await rejection(migrate())).toBe(sentence('1_item'));
    expect(await rows(`SELECT to_regclass('shop.more') AS more`)).toEqual([{ more: null }]);
  });

  it('given one that it has and we lack, while it lacks one of ours, applies nothing', async () => {
    given('1_goods', 'CREATE TABLE goods (id int PRIMARY KEY)');
    await migrate();
    rmSync(path.join(folder, '1_goods'), { recursive: true });
    given('2_item', 'CREATE TABLE item (id int PRIMARY KEY)');
    expect(await rejection(look())).toBe(sentence('1_goods'));
    expect(await rejection(migrate())).toBe(sentence('1_goods'));
    expect(await rows(`SELECT to_regclass('shop.item') AS item`)).toEqual([{ item: null }]);
  });

  it('given all of ours and more, as beside a newer release, is taken', async () => {
    given('1_item', 'CREATE TABLE item (id int PRIMARY KEY)');
    given('2_more', 'CREATE TABLE more (id int)');
    await migrate();
    rmSync(path.join(folder, '2_more'), { recursive: true });
    expect(await migrate()).toEqual([]);
    await look();
  });

  it('given nothing yet, or a part of ours, is only looked at', async () => {
    given('1_item', 'CREATE TABLE item (id int PRIMARY KEY)');
    await look();
    await migrate();
    given('2_more', 'CREATE TABLE more (id int)');
    await look();
    expect(await rows(`SELECT to_regclass('shop.more') AS more`)).toEqual([{ more: null }]);
  });
});

describe('a database out of reach', () => {
  it.each([
    ['that does not listen', 'postgresql://svc:secret@127.0.0.1:1/svc', /ECONNREFUSED 127\.0\.0\.1:1/],
    ['with several addresses', 'postgresql://svc:secret@localhost:1/svc', /ECONNREFUSED/],
    ['without its socket', 'postgresql://svc:secret@/svc?host=/nonexistent', /ENOENT/],
  ])('%s is named in one sentence, without its password', async (_name, connectionString, reason) => {
    const nowhere = createDatabase({ connectionString, maxConnections: 1, applicationName: 'nowhere' });
    const message = await rejection(runMigrations(nowhere, { schema: 'shop', folders: [folder] }));
    expect(message).toMatch(
      /^The database can't be reached \(.+\): see that it runs, .* DATABASE_URL is right\.$/,
    );
    expect(message).toMatch(reason);
    expect(message).not.toContain('secret');
    await nowhere.close();
  });
});

describe('two runners at once', () => {
  it('apply each file once: the second waits, and finds nothing left to do', async () => {
    given('1_item', 'CREATE TABLE item (id int PRIMARY KEY)');
    given('2_row', 'INSERT INTO item VALUES (1)');
    const applied = await Promise.all([migrate(), migrate(), migrate()]);
    expect(applied.flat().sort()).toEqual(['1_item', '2_row']);
    expect(await rows('SELECT id FROM shop.item')).toEqual([{ id: 1 }]);
  });

  it('given one that waits inside a file, the other starts no file meanwhile', async () => {
    given('1_gated', 'SELECT pg_advisory_xact_lock(42); CREATE TABLE item (id int PRIMARY KEY)');
    const gate = await test.database.pool.connect();
    await gate.query('SELECT pg_advisory_lock(42)');
    const started: string[] = [];
    const first = migrate({ onProgress: () => started.push('first') });
    await lockWaiters(gate, 1);
    const second = migrate({ onProgress: () => started.push('second') });
    await lockWaiters(gate, 2);
    expect(started).toEqual(['first']);

    await gate.query('SELECT pg_advisory_unlock(42)');
    gate.release();
    expect(await first).toEqual(['1_gated']);
    expect(await second).toEqual([]);
  });

  /** Resolves when that many sessions of this database wait for an advisory lock. */
  async function lockWaiters(
    client: { query(text: string): Promise<unknown> },
    count: number,
  ): Promise<void> {
    await client.query(`DO $$ BEGIN
      WHILE (SELECT count(*) FROM pg_locks
              WHERE locktype = 'advisory' AND NOT granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) < ${count} LOOP
        PERFORM pg_sleep(0.005);
      END LOOP;
    END $$`);
  }
});

describe('the history', () => {
  it("has the columns of Prisma's own table, so that prisma migrate can take over", async () => {
    await migrate();
    // What `prisma migrate deploy` 7.10 creates.
    expect(
      await rows(`SELECT column_name AS name, data_type AS type, character_maximum_length AS length,
                         is_nullable = 'YES' AS nullable, column_default AS otherwise
                    FROM information_schema.columns
                   WHERE table_schema = 'shop' AND table_name = '_prisma_migrations' ORDER BY ordinal_position`),
    ).toEqual([
      { name: 'id', type: 'character varying', length: 36, nullable: false, otherwise: null },
      { name: 'checksum', type: 'character varying', length: 64, nullable: false, otherwise: null },
      {
        name: 'finished_at',
        type: 'timestamp with time zone',
        length: null,
        nullable: true,
        otherwise: null,
      },
      { name: 'migration_name', type: 'character varying', length: 255, nullable: false, otherwise: null },
      { name: 'logs', type: 'text', length: null, nullable: true, otherwise: null },
      {
        name: 'rolled_back_at',
        type: 'timestamp with time zone',
        length: null,
        nullable: true,
        otherwise: null,
      },
      {
        name: 'started_at',
        type: 'timestamp with time zone',
        length: null,
        nullable: false,
        otherwise: 'now()',
      },
      { name: 'applied_steps_count', type: 'integer', length: null, nullable: false, otherwise: '0' },
    ]);
  });

  it('records name, time, one applied step and the SHA-256 of the bytes', async () => {
    given('1_item', 'CREATE TABLE item ()');
    await migrate();
    expect(
      await rows(`SELECT migration_name, checksum, applied_steps_count, logs, rolled_back_at,
                         finished_at >= started_at AS in_order, length(id) AS id_length FROM shop._prisma_migrations`),
    ).toEqual([
      {
        migration_name: '1_item',
        // printf 'CREATE TABLE item ()' | sha256sum
        checksum: '109a81fe0b03b82d51daa3c79e55690e70fd37c74bbe67ef687dd01ff956e608',
        applied_steps_count: 1,
        logs: null,
        rolled_back_at: null,
        in_order: true,
        id_length: 36,
      },
    ]);
  });
});
