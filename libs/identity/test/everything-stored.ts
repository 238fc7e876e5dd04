import type { Database } from '@svc/postgres';

/** Every row of every table of identity's schema as text, by table: what a copy of the database would show. */
export async function everythingStored(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: tables } = await database.query<{ name: string }>({
    name: 'all_tables',
    text: `SELECT relname::text AS name FROM pg_class
            WHERE relkind IN ('r', 'p') AND relnamespace = 'identity'::regnamespace ORDER BY 1`,
    values: [],
  });
  const dumps = tables.map(async ({ name }) => {
    const text = `SELECT row_to_json(stored)::text AS row FROM identity.${name} AS stored`;
    const { rows } = await database.query<{ row: string }>({ name: `dump_${name}`, text, values: [] });
    return [name, rows.map(({ row }) => row)] as const;
  });
  return new Map(await Promise.all(dumps));
}

/** Where one of these words occurs, case-insensitively: `user_account.first_name`. */
export async function placesOf(words: readonly string[], database: Database): Promise<readonly string[]> {
  const found = new Set<string>();
  const wanted = words.map((word) => word.toLowerCase());
  for (const [table, rows] of await everythingStored(database))
    for (const row of rows)
      for (const [column, value] of Object.entries(JSON.parse(row) as Record<string, unknown>)) {
        const text = JSON.stringify(value).toLowerCase();
        if (wanted.some((word) => text.includes(word))) found.add(`${table}.${column}`);
      }
  return [...found].sort();
}
