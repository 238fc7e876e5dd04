import { randomBytes } from 'node:crypto';
import { byService, type ByService } from '@svc/installation';
import { ensureSchemaOwner, type PooledDatabase } from '@svc/postgres';

/** Beside the pool of a service: subscribers, their leaders, signals, and what a start opens (docs/operation.md). */
export const connectionsBesidePool = 5;

/**
 * A role of its own for each service: it owns the schema of its name, and can't read those of the others. Passwords are
 * made again at each start and stand in no file. Roles belong to a whole server, so the database's name stands in theirs.
 * @param poolConnections of each service
 * @returns the addresses that the services sign in by
 * @throws StartupError where we may not make them
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
