import { prismaAdapter, withDatabaseFailures, type PooledDatabase } from '@svc/postgres';
import { PrismaClient } from './gen/client.js';

/**
 * Prisma over the pool that everything shares; it opens no connection of its own. It serves what no turn waits for: that
 * is prepared SQL.
 */
export function createPrisma(database: PooledDatabase): PrismaClient {
  return withDatabaseFailures(new PrismaClient({ adapter: prismaAdapter(database, 'agents') }));
}
