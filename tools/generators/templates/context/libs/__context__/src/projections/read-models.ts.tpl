import { PrismaPg } from '@prisma/adapter-pg';
import type { PooledDatabase } from '@svc/postgres';
import { PrismaClient } from './gen/client.js';

export type ReadModels = PrismaClient;

/** Prisma over the pool that everything shares; it opens no connection of its own. */
export function createReadModels(database: PooledDatabase): ReadModels {
  return new PrismaClient({ adapter: new PrismaPg(database.pool, { schema: '{{context}}' }) });
}
