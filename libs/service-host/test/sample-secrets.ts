import { randomBytes } from 'node:crypto';
import type { PooledDatabase } from '@svc/postgres';
import { MasterKey } from '@svc/sealing';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { masterKeyMigrations, type WrappedSecrets } from '../src/index.js';

/** A context `sample` that stores secrets of two kinds. */
export const sampleSecrets: readonly WrappedSecrets[] = [
  { table: 'sample.token', purpose: 'token', row: ['name', 'issue'], column: 'wrapped' },
  { table: 'sample.password', purpose: 'password', row: ['name'], column: 'wrapped' },
];

export const masterKey = (byte: number): MasterKey => new MasterKey(Buffer.alloc(32, byte));

export async function createSampleDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-sample-'));
  const migration = path.join(folder, '20261121000100_sample');
  mkdirSync(migration);
  writeFileSync(
    path.join(migration, 'migration.sql'),
    `CREATE TABLE token (name text PRIMARY KEY, issue integer NOT NULL, wrapped bytea, wrapping_key_id text REFERENCES master_key);
     CREATE TABLE password (name text PRIMARY KEY, wrapped bytea NOT NULL, wrapping_key_id text NOT NULL REFERENCES master_key);`,
  );
  return createTestDatabase({ migrations: { schema: 'sample', folders: [masterKeyMigrations, folder] } });
}

/** A token that is its own name, and a password that is too. */
export async function addSecrets(database: PooledDatabase, name: string, key: MasterKey): Promise<void> {
  const token = key.wrap(Buffer.from(name), { purpose: 'token', row: [name, '7'] }, randomBytes);
  const password = key.wrap(Buffer.from(name), { purpose: 'password', row: [name] }, randomBytes);
  await database.pool.query('INSERT INTO sample.token VALUES ($1, 7, $2, $3)', [name, token, key.id]);
  await database.pool.query('INSERT INTO sample.password VALUES ($1, $2, $3)', [name, password, key.id]);
}

/** Names of the secrets that each key opens. */
export async function openedBy(
  database: PooledDatabase,
  keys: readonly MasterKey[],
): Promise<readonly (readonly string[])[]> {
  const { rows } = await database.pool.query<{ kind: string; name: string; wrapped: Buffer; key_id: string }>(
    `SELECT 'token' AS kind, name, wrapped, wrapping_key_id AS key_id FROM sample.token WHERE wrapped IS NOT NULL
     UNION ALL SELECT 'password', name, wrapped, wrapping_key_id FROM sample.password ORDER BY 1, 2`,
  );
  return keys.map((key) =>
    rows
      .filter(({ key_id }) => key_id === key.id)
      .map(({ kind, name, wrapped }) => {
        const row = kind === 'token' ? [name, '7'] : [name];
        return `${kind} ${key.unwrap(wrapped, { purpose: kind, row }).toString()}`;
      }),
  );
}

export async function knownKeys(database: PooledDatabase): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ key_id: string }>('SELECT key_id FROM sample.master_key');
  return rows.map(({ key_id }) => key_id);
}
