import type { Database } from '@svc/postgres';

/** Every row of every table of identity's schema as text, by table; what a copy of the database would show. */
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

/** The tables that hold a word, and in which columns: `user_account.first_name`. */
export async function placesOf(word: string, database: Database): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [table, rows] of await everythingStored(database))
    for (const row of rows)
      for (const [column, value] of Object.entries(JSON.parse(row) as Record<string, unknown>))
        if (JSON.stringify(value).toLowerCase().includes(word.toLowerCase())) found.add(`${table}.${column}`);
  return [...found].sort();
}
