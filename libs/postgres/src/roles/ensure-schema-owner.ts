import { randomBytes } from 'node:crypto';
import { StartupError } from '@svc/errors';
import pg from 'pg';
import type { PooledDatabase } from '../create-database.js';
import { openSession } from '../open-session.js';
import { scramVerifier } from './scram-verifier.js';

export interface SchemaOwner {
  /** Created when missing; the role becomes the owner of it and its content. */
  readonly schema: string;
  /** At most 63 bytes. One of a database server, not of a database. */
  readonly role: string;
  /** ASCII. Replaces the one that the role had. */
  readonly password: string;
  /** Upper bound of sessions of the role. */
  readonly connections: number;
  /** Made in the schema `public` when missing: an owner of one schema may not. Default: none. */
  readonly extensions?: readonly string[];
}

/** First half of the advisory lock's key: "role" in ASCII. */
const lockClass = 0x726f6c65;

/**
 * A role for one service: it signs in, owns its schema with its content, and has no other rights. If we may grant it,
 * it sees other roles' sessions: their open transactions can hold its event horizon back, and a metric names them. Can
 * be repeated; the role that calls it needs CREATEROLE, and CREATE on the database.
 * @throws StartupError that says what is missing
 */
export async function ensureSchemaOwner(database: PooledDatabase, owner: SchemaOwner): Promise<void> {
  const session = await openSession(database);
  try {
    await session.query('BEGIN');
    await session.query(`SELECT pg_advisory_xact_lock(${lockClass}, 0)`);
    await ensureRole(session, owner);
    await ensureSchema(session, owner);
    for (const extension of owner.extensions ?? [])
      await session.query(
        `CREATE EXTENSION IF NOT EXISTS ${pg.escapeIdentifier(extension)} WITH SCHEMA public`,
      );
    await session.query(grantStatistics(owner.role));
    await session.query('COMMIT');
  } catch (error) {
    throw new StartupError(
      `The database role ${owner.role} of the schema ${owner.schema} can't be made (${(error as Error).message}): ` +
        'DATABASE_URL needs a role that may create roles (CREATEROLE) and schemas (CREATE on the database).',
      { cause: error },
    );
  } finally {
    await session.end();
  }
}

async function ensureRole(session: pg.Client, { role, password, connections }: SchemaOwner): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const { rowCount } = await session.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) await session.query(`CREATE ROLE ${name}`);
  const verifier = pg.escapeLiteral(scramVerifier(password, randomBytes(16)));
  await session.query(`ALTER ROLE ${name} LOGIN CONNECTION LIMIT ${connections} PASSWORD ${verifier}`);
  // Only a member may make the role an owner. A superuser counts as one.
  await session.query(unlessMember(role, `GRANT ${name} TO CURRENT_USER`));
}

async function ensureSchema(session: pg.Client, { schema, role }: SchemaOwner): Promise<void> {
  const [name, owner] = [pg.escapeIdentifier(schema), pg.escapeIdentifier(role)];
  const { rowCount } = await session.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) {
    await session.query(`CREATE SCHEMA ${name} AUTHORIZATION ${owner}`);
    return;
  }
  await session.query(`ALTER SCHEMA ${name} OWNER TO ${owner}`);
  const { rows } = await session.query<{ statement: string }>(selectForeignObjects, [schema, role]);
  for (const { statement } of rows) await session.query(statement);
}

/** Indexes, sequences of columns and types of rows follow their tables. */
const selectForeignObjects = `
  WITH target AS (SELECT n.oid AS schema, r.oid AS role FROM pg_namespace n, pg_roles r WHERE n.nspname = $1 AND r.rolname = $2)
  SELECT format('ALTER TABLE %s OWNER TO %I', c.oid::regclass, $2::text) AS statement
    FROM target JOIN pg_class c ON c.relnamespace = target.schema AND c.relowner <> target.role
   WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
  UNION ALL
  SELECT format('ALTER SEQUENCE %s OWNER TO %I', c.oid::regclass, $2::text)
    FROM target JOIN pg_class c ON c.relnamespace = target.schema AND c.relowner <> target.role
   WHERE c.relkind = 'S'
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i'))
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, $2::text)
    FROM target JOIN pg_proc p ON p.pronamespace = target.schema AND p.proowner <> target.role
  UNION ALL
  SELECT format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, $2::text)
    FROM target JOIN pg_type t ON t.typnamespace = target.schema AND t.typowner <> target.role
   WHERE t.typtype IN ('e', 'd')`;

function unlessMember(role: string, statement: string): string {
  const isMember = `pg_has_role(CURRENT_USER, ${pg.escapeLiteral(role)}, 'USAGE')`;
  return `DO $do$ BEGIN IF NOT ${isMember} THEN ${statement}; END IF; END $do$`;
}

function grantStatistics(role: string): string {
  const mayGrant = `pg_has_role(CURRENT_USER, 'pg_read_all_stats', 'USAGE WITH ADMIN OPTION')`;
  const statement = `GRANT pg_read_all_stats TO ${pg.escapeIdentifier(role)}`;
  return `DO $do$ BEGIN IF ${mayGrant} THEN ${statement}; END IF; END $do$`;
}
