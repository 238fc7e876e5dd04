import { randomBytes } from 'node:crypto';
import { byService, type ByService } from '@svc/installation';
import { ensureSchemaOwner, type PooledDatabase } from '@svc/postgres';

/** Besides the pool of a service: subscribers, their leaders, and connections of the start (docs/operation.md). */
export const connectionsBesidePool = 5;

/** What schemas need of PostgreSQL besides. */
const extensionsOf: Partial<ByService<readonly string[]>> = { world: ['pg_trgm'] };

/**
 * A role for each service: it owns the schema of its name, and can't read those of the others. Passwords are new at
 * each start and in no file. Roles are global to a server, so their names contain the database's.
 * @param poolConnections of each service
 * @returns the connection URLs of the services
 * @throws StartupError if we may not create roles
 */
export async function ensureServiceRoles(
  database: PooledDatabase,
  poolConnections: number,
): Promise<ByService<string>> {
  const address = database.pool.options.connectionString ?? '';
  const owners = byService((schema) => ({
    schema,
    role: `${decodeURIComponent(new URL(address).pathname.slice(1))}_${schema}`,
    password: randomBytes(24).toString('base64url'),
    connections: poolConnections + connectionsBesidePool,
    extensions: extensionsOf[schema] ?? [],
  }));
  for (const owner of Object.values(owners)) await ensureSchemaOwner(database, owner);
  return byService((name) => signingInAs(address, owners[name]));
}

function signingInAs(address: string, { role, password }: { role: string; password: string }): string {
  const url = new URL(address);
  url.username = encodeURIComponent(role);
  url.password = password;
  return url.href;
}
