import { hash } from 'node:crypto';
import { ofStream } from '../reading/of-stream.js';
import { distinctNames, renumberPlaceholders, type SqlFragment } from '../tables/sql-fragment.js';

/** Appends of up to this many events list their rows in VALUES, which is faster; longer ones send arrays. */
export const maxListedRows = 8;

/** `$1` tenant, `$2` stream, `$3` metadata, `$4` time, `$5` hash of the previous event, `$6` subject: of all rows. */
const sharedValues = 6;
/** Version, type, id, schema version, public, previous public version and hash, payload, hash: one set for each row. */
const rowTypes = ['integer', 'text', 'uuid', 'integer', 'boolean', 'integer', 'bytea', 'text', 'bytea'];

const columns =
  'tenant_id, stream_id, subject, stream_version, event_type, event_id, schema_version, is_public, ' +
  'previous_public_version, previous_public_hash, payload, metadata, created_at, hash';

/** Parts of a statement other than its events. */
export interface AppendParts {
  readonly guard: SqlFragment | undefined;
  readonly companions: readonly SqlFragment[];
  /** Whether the append is refused for an erased subject. */
  readonly isPersonal: boolean;
}

export interface StatementText {
  readonly name: string;
  readonly text: string;
}

/**
 * The one statement of an append: inserts the rows when the head has the hash that they build on, and raises otherwise.
 * Guard and companions are table expressions of the same statement.
 *
 * The check is in the expression of the first row's hash, so it costs one index probe and no plan node. It also refuses
 * a transaction older than that of the head: subscribers read in the order of transaction ids, and would see the events
 * in reverse.
 */
export function appendText(
  schema: string,
  rows: number,
  { guard, companions, isPersonal }: AppendParts,
): StatementText {
  const fragments = guard ? [guard, ...companions] : companions;
  const names = distinctNames(fragments);
  const checked = (hashOfRow: string): string => `
    CASE ${guard ? `WHEN NOT EXISTS (SELECT FROM ${names[0]}) THEN ${schema}.refuse_append('fenced', $2)` : ''}
      ${isPersonal ? `WHEN ${schema}.is_erased($6) THEN ${schema}.refuse_append('erased', $2)` : ''}
      WHEN coalesce((
        SELECT CASE WHEN (epoch, transaction_id) <= (${schema}.current_epoch(), pg_current_xact_id())
                    THEN hash ELSE ''::bytea END
          FROM ${schema}.event WHERE ${ofStream('$2')} ORDER BY stream_version DESC LIMIT 1
      ), '\\x${'00'.repeat(32)}'::bytea) = $5 THEN ${hashOfRow}
      ELSE ${schema}.refuse_append('conflict', $2) END`;

  const listed = rows <= maxListedRows;
  const source = listed ? listedRows(rows, checked) : arrayRows(checked);
  let offset = sharedValues + rowTypes.length * (listed ? rows : 1);
  const expressions = fragments.map((fragment, index) => {
    const text = renumberPlaceholders(fragment.text, offset);
    offset += fragment.values.length;
    return `${names[index]} AS (${text}\n)`;
  });
  const text =
    (expressions.length > 0 ? `WITH ${expressions.join(',\n')}\n` : '') +
    `INSERT INTO ${schema}.event (${columns})\n${source}\nRETURNING epoch, transaction_id, position`;
  const kind = `${listed ? rows : 'many'}${isPersonal ? '_personal' : ''}`;
  return { name: statementName(schema, kind, expressions), text };
}

function listedRows(rows: number, checked: (hashOfRow: string) => string): string {
  const lists = Array.from({ length: rows }, (_, row) => {
    const first = sharedValues + row * rowTypes.length + 1;
    const own = rowTypes.map((_type, column) => `$${first + column}`);
    const hashOfRow = own.pop() ?? '';
    const payload = own.pop() ?? '';
    return `($1, $2, $6, ${own.join(', ')}, ${payload}, $3, $4, ${row === 0 ? checked(hashOfRow) : hashOfRow})`;
  });
  return `VALUES ${lists.join(',\n')}`;
}

function arrayRows(checked: (hashOfRow: string) => string): string {
  const arrays = rowTypes.map((type, column) => `$${sharedValues + column + 1}::${type}[]`);
  return `SELECT $1, $2, $6, version, type, id, schema_version, is_public, previous_public_version, previous_public_hash,
    payload, $3, $4,
    CASE WHEN ordinal > 1 THEN hash_of_row ELSE ${checked('hash_of_row')} END
  FROM unnest(${arrays.join(', ')}) WITH ORDINALITY
    AS row (version, type, id, schema_version, is_public, previous_public_version, previous_public_hash, payload,
            hash_of_row, ordinal)
  ORDER BY ordinal`;
}

/** Names of prepared statements end at 63 bytes; the same name must always mean the same text. */
function statementName(schema: string, kind: string, expressions: readonly string[]): string {
  const base = `${schema}.append_${kind}`;
  if (expressions.length === 0) return base;
  return `${base}_${hash('sha256', expressions.join('\0')).slice(0, 16)}`;
}
