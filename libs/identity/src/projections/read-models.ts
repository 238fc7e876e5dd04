import { prismaAdapter, withDatabaseFailures, type PooledDatabase } from '@svc/postgres';
import { PrismaClient } from './gen/client.js';

export type ReadModels = PrismaClient;

/** Prisma over the pool that everything shares; it opens no connection of its own. */
export function createReadModels(database: PooledDatabase): ReadModels {
  return withDatabaseFailures(new PrismaClient({ adapter: prismaAdapter(database, 'identity') }));
}
