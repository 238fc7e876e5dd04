import type { Pool } from 'pg';

/** What Prisma's queries rely on in one table. */
export interface TableShape {
  /** Column name to type and nullability: `text NOT NULL`. */
  readonly columns: ReadonlyMap<string, string>;
  /** `PRIMARY KEY (a, b)` and `UNIQUE (c)`; keys that hold for some rows only (partial indexes) don't count. */
  readonly keys: ReadonlySet<string>;
}

/**
 * A time with 6 digits is Postgres's default and Prisma's explicit choice. Of a list column Prisma does not care
 * whether it may be null. Enumerations count by their values.
 */
const columnsOf = `
  SELECT c.relname AS "table", a.attname AS name,
         replace(format_type(a.atttypid, a.atttypmod), '(6)', '')
         || coalesce((SELECT ' ' || array_agg(e.enumlabel ORDER BY e.enumsortorder)::text
                        FROM pg_enum e WHERE e.enumtypid = a.atttypid), '')
         || CASE WHEN a.attnotnull AND a.attndims = 0 THEN ' NOT NULL' ELSE '' END AS type
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p')
   ORDER BY c.relname, a.attnum`;

const keysOf = `
  SELECT c.relname AS "table",
         CASE WHEN i.indisprimary THEN 'PRIMARY KEY' ELSE 'UNIQUE' END || ' (' ||
         (SELECT string_agg(a.attname, ', ' ORDER BY k.position)
            FROM unnest(i.indkey) WITH ORDINALITY AS k (number, position)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
           WHERE k.position <= i.indnkeyatts) || ')' AS key
    FROM pg_class c
    JOIN pg_index i ON i.indrelid = c.oid
   WHERE c.relnamespace = $1::regnamespace AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL`;

/** Reads the tables of one schema from Postgres's catalogs. */
export async function readTableShapes(pool: Pool, schema: string): Promise<ReadonlyMap<string, TableShape>> {
  const columns = await pool.query<{ table: string; name: string; type: string }>(columnsOf, [schema]);
  const keys = await pool.query<{ table: string; key: string }>(keysOf, [schema]);
  const names = new Set(columns.rows.map(({ table }) => table));
  return new Map(
    [...names].map((name) => [
      name,
      {
        columns: new Map(
          columns.rows.filter(({ table }) => table === name).map((row) => [row.name, row.type]),
        ),
        keys: new Set(keys.rows.filter(({ table }) => table === name).map(({ key }) => key)),
      },
    ]),
  );
}

/** One line for each difference; empty when `actual` is what `expected` says. */
export function differences(
  table: string,
  expected: TableShape,
  actual: TableShape | undefined,
): readonly string[] {
  if (actual === undefined) return [`table ${table}: not in the database`];
  const columns = new Set([...expected.columns.keys(), ...actual.columns.keys()]);
  const keys = new Set([...expected.keys, ...actual.keys]);
  return [
    ...[...columns].flatMap((column) => {
      const [wanted, found] = [expected.columns.get(column), actual.columns.get(column)];
      if (wanted === found) return [];
      return [
        `column ${table}.${column}: ${wanted ?? 'absent'} in schema.prisma, ${found ?? 'absent'} in the database`,
      ];
    }),
    ...[...keys].flatMap((key) => {
      if (expected.keys.has(key) === actual.keys.has(key)) return [];
      return [
        `table ${table}: ${key} stands only in ${expected.keys.has(key) ? 'schema.prisma' : 'the database'}`,
      ];
    }),
  ];
}
