import { prismaAdapter, withDatabaseErrors, type PooledDatabase } from '@svc/postgres';
import { PrismaClient } from './gen/client.js';

/**
 * Prisma over the shared pool, without connections of its own. It serves the lists; turns and sign-ins use prepared
 * SQL.
 */
export function createPrisma(database: PooledDatabase): PrismaClient {
  return withDatabaseErrors(new PrismaClient({ adapter: prismaAdapter(database, 'identity') }));
}
