import type { PooledDatabase } from '@svc/postgres';
import { createTestDatabase } from '../test-database.js';
import { prismaSql } from './prisma-sql.js';
import { differences, readTableShapes } from './table-shape.js';

export interface SchemaAgreement {
  /** A database with all migrations of the context. */
  readonly database: PooledDatabase;
  /** The context's Postgres schema. */
  readonly schema: string;
  /** Path of its `schema.prisma`. */
  readonly prismaSchema: string;
}

/**
 * Proves that `schema.prisma` describes the migrated database: each of its tables exists with the same columns, types,
 * nullability, primary key and unique keys. What Prisma's queries don't need is left to the migrations: defaults,
 * foreign keys, other indexes, and tables that `schema.prisma` doesn't name.
 *
 * @throws Error with one line for each difference.
 */
export async function assertSchemaMatches({
  database,
  schema,
  prismaSchema,
}: SchemaAgreement): Promise<void> {
  const described = await createTestDatabase({ maxConnections: 1 });
  try {
    await described.database.pool.query(await prismaSql(prismaSchema, described.connectionString));
    const expected = await readTableShapes(described.database.pool, schema);
    const actual = await readTableShapes(database.pool, schema);
    if (expected.size === 0) throw new Error(`${prismaSchema} names no table of schema "${schema}".`);
    const found = [...expected].flatMap(([table, shape]) => differences(table, shape, actual.get(table)));
    if (found.length > 0) throw new Error(`${prismaSchema} and the migrations differ:\n${found.join('\n')}`);
  } finally {
    await described.drop();
  }
}
