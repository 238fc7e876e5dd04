import { randomBytes } from 'node:crypto';
import { scramVerifier } from '@svc/postgres';
import type pg from 'pg';
import { quotedIdentifier, quotedLiteral } from '../domain/sql-text.js';
import { passwordOf, type WorkspacePlace } from './workspace-place.js';

/** Of one role, in all processes together. */
const connectionsOfRole = 8;
/** What the sorts and joins of one session may put on disk. */
const temporaryFiles = '64MB';

/** A schema, and two roles that sign in, are members of nothing and may use nothing else. Can be repeated. */
export async function makeWorkspace(admin: pg.Client, place: WorkspacePlace, roleKey: Buffer): Promise<void> {
  const schema = quotedIdentifier(place.schema);
  await admin.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  for (const role of Object.values(place.roles)) {
    await makeRole(admin, role, roleKey);
    await admin.query(`GRANT USAGE ON SCHEMA ${schema} TO ${quotedIdentifier(role)}`);
  }
}

async function makeRole(admin: pg.Client, role: string, roleKey: Buffer): Promise<void> {
  const name = quotedIdentifier(role);
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) await admin.query(`CREATE ROLE ${name} NOINHERIT`);
  await setPassword(admin, role, roleKey);
  const { rows } = await admin.query<{ database: string; may_limit: boolean }>(
    `SELECT current_database() AS database, has_parameter_privilege('temp_file_limit', 'SET') AS may_limit`,
  );
  await admin.query(`GRANT CONNECT ON DATABASE ${quotedIdentifier(rows[0]?.database ?? '')} TO ${name}`);
  await admin.query(`ALTER ROLE ${name} SET work_mem = '4MB'`);
  if (rows[0]?.may_limit) await admin.query(`ALTER ROLE ${name} SET temp_file_limit = '${temporaryFiles}'`);
}

/** Again after the key of the service has changed. */
export async function setPassword(admin: pg.Client, role: string, roleKey: Buffer): Promise<void> {
  const verifier = quotedLiteral(scramVerifier(passwordOf(role, roleKey), randomBytes(16)));
  await admin.query(
    `ALTER ROLE ${quotedIdentifier(role)} LOGIN CONNECTION LIMIT ${connectionsOfRole} PASSWORD ${verifier}`,
  );
}

/** Everything of a workspace: its tables, its schema and its roles. Can be repeated. */
export async function removeWorkspace(admin: pg.Client, place: WorkspacePlace): Promise<void> {
  await admin.query(`DROP SCHEMA IF EXISTS ${quotedIdentifier(place.schema)} CASCADE`);
  for (const role of Object.values(place.roles)) {
    const name = quotedIdentifier(role);
    const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (rowCount === 0) continue;
    const { rows } = await admin.query<{ database: string }>('SELECT current_database() AS database');
    await admin.query(`REVOKE ALL ON DATABASE ${quotedIdentifier(rows[0]?.database ?? '')} FROM ${name}`);
    await admin.query(`DROP ROLE ${name}`);
  }
}
