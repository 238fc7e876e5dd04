import { prismaAdapter, withDatabaseErrors, type PooledDatabase } from '@svc/postgres';
import { PrismaClient } from './gen/client.js';

/**
 * Prisma over the pool that everything shares; it opens no connection of its own. It serves the lists: what turns and
 * sign-ins wait for is prepared SQL.
 */
export function createPrisma(database: PooledDatabase): PrismaClient {
  return withDatabaseErrors(new PrismaClient({ adapter: prismaAdapter(database, 'identity') }));
}
