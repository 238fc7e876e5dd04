import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MigrationOptions } from '@svc/postgres';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import type { Table } from '../src/index.js';

export interface TableContract {
  readonly migrations: MigrationOptions;
  /** All of the context. */
  readonly aggregates: readonly { readonly category: string; readonly tables?: readonly Table[] }[];
}

const columnsOf = `
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "notNull",
         coalesce(a.attnum = ANY(i.indkey), false) AS "inKey"
    FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
   WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
     AND a.attgenerated = '' AND NOT a.atthasdef`;

interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly inKey: boolean;
}

/** Tables are declared once, in TypeScript: each context shows that its migrations make them so. */
export function describeTables({ migrations, aggregates }: TableContract): void {
  let storage: TestDatabase;
  beforeAll(async () => void (storage = await createTestDatabase({ migrations })));
  afterAll(() => storage.drop());

  const tables = aggregates.flatMap(({ tables: declared = [] }) =>
    declared.map((table) => [table.name, table] as const),
  );
  describe.each(tables)('the table %s', (name, { key, columns, personal }) => {
    it('has the columns and the primary key that are declared; what is personal in it is text that may be absent', async () => {
      const { rows } = await storage.database.pool.query<StoredColumn>(columnsOf, [name]);
      const namesOf = (some: readonly { readonly name: string }[]) =>
        some.map((column) => column.name).sort();
      expect(namesOf(rows)).toEqual([...columns].sort());
      expect(namesOf(rows.filter(({ inKey }) => inKey))).toEqual([...key].sort());
      const sealed = new Set(personal?.columns.map(({ column }) => column));
      expect(rows.filter((row) => sealed.has(row.name) && (row.type !== 'text' || row.notNull))).toEqual([]);
    });
  });
}
