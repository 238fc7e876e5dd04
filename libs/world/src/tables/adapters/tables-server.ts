import { fileURLToPath } from 'node:url';
import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
import { createDatabase, runMigrations, sqlState } from '@svc/postgres';
import type pg from 'pg';
import { quotedIdentifier } from '../domain/sql-text.js';
import { ConnectionSlots } from './connection-slots.js';
import { hardenDatabase } from './harden-database.js';
import { makeWorkspace, setPassword } from './make-workspace.js';
import { assertNotEnded } from './table-registry.js';
import { inTablesSession } from './tables-session.js';
import { passwordOf, workspacePlace, type Access, type WorkspacePlace } from './workspace-place.js';

export interface TablesServerOptions {
  /** Of a role with CREATEROLE that owns the database. */
  readonly connectionString: string;
  /** Where the database is made when it is missing. Undefined: it is not. */
  readonly makeIn?: string | undefined;
  /** Upper bound of sessions of this process. */
  readonly connections: number;
  /** 32 bytes, which the passwords of roles are derived from. */
  readonly roleKey: Buffer;
  /** Longest time of a statement that defines tables: it rewrites them and builds indexes. Default: 20 s. */
  readonly definingMs?: number;
}

const defaultDefiningMs = 20_000;
const lockMs = 3_000;
const slotWaitMs = 3_000;
const noDatabase = '3D000';
const databaseExists = '42P04';
const wrongPassword = '28P01';

const tablesMigrations = {
  schema: 'svc_tables',
  folders: [fileURLToPath(new URL('../../../tables-migrations', import.meta.url))],
};

/** The database of workspaces' own tables. It is looked for with the first request about it. */
export class TablesServer {
  readonly #options: TablesServerOptions;
  readonly #slots: ConnectionSlots;
  #salt: Promise<string> | undefined;

  constructor(options: TablesServerOptions) {
    this.#options = options;
    this.#slots = new ConnectionSlots({ most: options.connections, waitMs: slotWaitMs });
  }

  get #definingMs(): number {
    return this.#options.definingMs ?? defaultDefiningMs;
  }

  async placeOf(tenantId: TenantId): Promise<WorkspacePlace> {
    return workspacePlace(tenantId, await this.prepared());
  }

  /** False where nobody has asked for a table yet. */
  async isMade(): Promise<boolean> {
    if (this.#options.connectionString === '') return false;
    return this.#asAdmin(() => Promise.resolve(true)).catch((error: unknown) => {
      if (sqlState(error) === noDatabase) return false;
      throw error;
    });
  }

  /**
   * One session as the owner of all tables. No statement of a caller runs in it.
   * @param tenantId whose share of the sessions it takes
   */
  async define<Result>(
    tenantId: TenantId | 'every tenant',
    work: (admin: pg.Client) => Promise<Result>,
  ): Promise<Result> {
    await this.prepared();
    return this.#slots.use(tenantId, () => this.#asAdmin(work));
  }

  /**
   * One transaction, in which the workspace has its schema and roles.
   * @throws DomainError `not_found` for a workspace that has ended
   */
  change<Result>(
    tenantId: TenantId,
    work: (admin: pg.Client, place: WorkspacePlace) => Promise<Result>,
    options?: { readonly keeps?: boolean },
  ): Promise<Result> {
    const changing = async (admin: pg.Client, place: WorkspacePlace): Promise<Result> => {
      await assertNotEnded(admin, tenantId);
      const { rowCount } = await admin.query('SELECT FROM pg_namespace WHERE nspname = $1', [place.schema]);
      if (rowCount === 0) await makeWorkspace(admin, place, this.#options.roleKey);
      return work(admin, place);
    };
    return this.inTransaction(tenantId, changing, options);
  }

  /** One transaction, and no other of the workspace beside it. */
  inTransaction<Result>(
    tenantId: TenantId,
    work: (admin: pg.Client, place: WorkspacePlace) => Promise<Result>,
    { keeps = true }: { readonly keeps?: boolean } = {},
  ): Promise<Result> {
    return this.define(tenantId, async (admin) => {
      const place = await this.placeOf(tenantId);
      await admin.query('BEGIN');
      try {
        await admin.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [place.schema]);
        const result = await work(admin, place);
        await admin.query(keeps ? 'COMMIT' : 'ROLLBACK');
        return result;
      } catch (error) {
        await admin.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /** One session in the workspace's own role. Its schema is made where there is none yet. */
  async asWorkspace<Result>(
    tenantId: TenantId,
    { access, statementMs }: { readonly access: Access; readonly statementMs: number },
    work: (client: pg.Client, place: WorkspacePlace) => Promise<Result>,
  ): Promise<Result> {
    const place = await this.placeOf(tenantId);
    const user = place.roles[access];
    const session = {
      connectionString: this.#options.connectionString,
      login: { user, password: passwordOf(user, this.#options.roleKey) },
      ...{ statementMs, lockMs },
      settings: {
        search_path: place.schema,
        default_transaction_read_only: access === 'read' ? 'on' : 'off',
        max_parallel_workers_per_gather: '0',
      },
    };
    const attempt = () =>
      this.#slots.use(tenantId, () => inTablesSession(session, (client) => work(client, place)));
    return attempt().catch(async (error: unknown) => {
      if (sqlState(error) !== wrongPassword) throw error;
      await this.change(tenantId, async (admin) => {
        for (const role of Object.values(place.roles)) await setPassword(admin, role, this.#options.roleKey);
      });
      return attempt();
    });
  }

  #asAdmin<Result>(work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
    const { connectionString } = this.#options;
    return inTablesSession({ connectionString, statementMs: this.#definingMs, lockMs }, work);
  }

  /** Once for a process, and again after a failure. @returns the salt of names of roles */
  protected prepared(): Promise<string> {
    this.#salt ??= this.#prepare().catch((cause: unknown) => {
      this.#salt = undefined;
      throw new DomainError('service_unavailable', 'The tables can not be reached now.', { cause });
    });
    return this.#salt;
  }

  async #prepare(): Promise<string> {
    await this.#makeDatabase();
    const database = createDatabase({
      connectionString: this.#options.connectionString,
      maxConnections: 1,
      applicationName: 'svc-tables',
    });
    try {
      await runMigrations(database, tablesMigrations);
    } finally {
      await database.close();
    }
    return this.#asAdmin(async (admin) => {
      await hardenDatabase(admin);
      const { rows } = await admin.query<{ salt: string }>('SELECT salt FROM svc_tables.installation');
      return rows[0]?.salt ?? '';
    });
  }

  async #makeDatabase(): Promise<void> {
    const { connectionString, makeIn } = this.#options;
    const missing = await this.#asAdmin(async () => false).catch((error: unknown) => {
      if (sqlState(error) === noDatabase && makeIn !== undefined) return true;
      throw error;
    });
    if (!missing || makeIn === undefined) return;
    const name = decodeURIComponent(new URL(connectionString).pathname.slice(1));
    await inTablesSession({ connectionString: makeIn, statementMs: this.#definingMs, lockMs }, (client) =>
      client.query(`CREATE DATABASE ${quotedIdentifier(name)} TEMPLATE template0`),
    ).catch((error: unknown) => {
      if (sqlState(error) !== databaseExists) throw error;
    });
  }
}
