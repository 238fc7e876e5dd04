import { openRows, type DeclaredTable, type SealedRow, type Table } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { temporaryGrantTable } from '../src/projections/temporary-grant-table.js';
import { additionalContextTable } from '../src/projections/user-additional-context-table.js';
import { sensitiveVariablesTable } from '../src/projections/user-sensitive-variables-table.js';
import { userTable } from '../src/projections/user-table.js';

type Content = readonly unknown[];
/** Nothing opens without it. */
type Place = Pick<SealedRow<typeof userTable>, '$place'>;
type Reader = { readonly database: Database; readonly keys: SubjectKeys };

const openedBy: Readonly<Record<string, (reader: Reader) => Promise<Content>>> = {
  user_account: (reader) => opened(userTable, reader),
  user_sensitive_variables: (reader) => opened(sensitiveVariablesTable, reader),
  temporary_permission_grant: (reader) => opened(temporaryGrantTable, reader),
  user_additional_context: (reader) => opened(additionalContextTable, reader),
};

/** All rows of a table of identity with sealed values opened, since the seals themselves differ each time. */
export async function openedContent(table: string, reader: Reader): Promise<Content> {
  const open = openedBy[table];
  if (open) return open(reader);
  const text = `SELECT row_to_json(t)::text AS row FROM identity.${table} t ORDER BY 1`;
  return (await reader.database.query({ name: `content_of_${table}`, text, values: [] })).rows;
}

async function opened<Source, Row, Sealed>(
  table: DeclaredTable<Source, Row, Sealed>,
  { database, keys }: Reader,
): Promise<Content> {
  const { name, personal }: Table = table;
  const text = `SELECT ${table.selection('t')}, (to_jsonb(t) - $1::text[])::text AS "plain",
                       'org:' || t.org_id || '/user/' || t.user_id AS "subject"
                  FROM ${name} AS t ORDER BY "plain"`;
  const values = [personal?.columns.map(({ column }) => column)];
  const { rows } = await database.query<Sealed & Place & { readonly subject: string }>({
    name: `opened_${name}`,
    text,
    values,
  });
  return openRows(table, rows, keys, ({ subject }) => subject);
}
