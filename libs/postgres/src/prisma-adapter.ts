import { hash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type { PooledDatabase } from './create-database.js';

/** Every connection keeps the plan of each, tens of kilobytes. The shapes of a context's lists are fewer. */
const maxPrepared = 64;
/** Longer ones list ids, and so are one of very many. */
const longestPrepared = 4_000;

/**
 * Prisma over the pool that everything shares; it opens no connection of its own. Its statements are prepared under
 * names, as those of `query` are, so that they are planned once for each connection and not at every call.
 */
export function prismaAdapter({ pool }: PooledDatabase, schema: string): PrismaPg {
  const names = new Map<string, string>();
  const nameOf = (sql: string): string => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (sql.length > longestPrepared || names.size === maxPrepared) return unnamed;
    const name = `${schema}.prisma_${hash('sha256', sql).slice(0, 16)}`;
    names.set(sql, name);
    return name;
  };
  return new PrismaPg(pool, { schema, statementNameGenerator: ({ sql }) => nameOf(sql) });
}

/** PostgreSQL forgets such a statement with the next one. */
const unnamed = '';
