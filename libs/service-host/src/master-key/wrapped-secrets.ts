import { StartupError } from '@svc/errors';
import type { Executor } from '@svc/postgres';
import { BrokenWrappingError, type MasterKey, type RandomBytes } from '@svc/sealing';

/**
 * A table of secrets under the context's master key. Its column `wrapping_key_id` names the key and references
 * `master_key`.
 */
export interface WrappedSecrets {
  /** With its schema: `identity.data_key`. */
  readonly table: string;
  /** As in the `WrappedPlace` of each. */
  readonly purpose: string;
  /** The columns in the `row` of the `WrappedPlace`. The first is the primary key, a text. */
  readonly row: readonly [string, ...string[]];
  /** The column of the wrapped secret. */
  readonly column: string;
}

/** From one master key to another. */
export interface KeyChange {
  readonly from: MasterKey;
  readonly to: MasterKey;
  readonly random: RandomBytes;
}

interface WrappedRow {
  readonly row: readonly [string, ...string[]];
  readonly wrapped: Buffer;
}

/**
 * Wraps the next secrets of a table again, in primary key order.
 * @param after the last primary key of the previous batch, or null.
 * @returns primary keys of the wrapped ones; fewer than `limit` at the end.
 * @throws StartupError if one is damaged and does not open.
 */
export async function rewrapBatch(
  tx: Executor,
  { table, purpose, row: columns, column }: WrappedSecrets,
  { from, to, random }: KeyChange,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const [primaryKey] = columns;
  const { rows } = await tx.query<WrappedRow>({
    name: `${table}.select_wrapped`,
    text: `SELECT ARRAY[${columns.map((name) => `${name}::text`).join(', ')}] AS row, ${column} AS wrapped
             FROM ${table} WHERE wrapping_key_id = $1 AND ($2::text IS NULL OR ${primaryKey} > $2)
            ORDER BY ${primaryKey} LIMIT $3 FOR UPDATE`,
    values: [from.id, after, limit],
  });
  if (rows.length === 0) return [];
  const keys = rows.map(({ row: [key] }) => key);
  const rewrapped = rows.map(({ row, wrapped }) => {
    const place = { purpose, row };
    return to.wrap(unwrap(from, wrapped, place, table), place, random);
  });
  await tx.query({
    name: `${table}.update_wrapped`,
    text: `UPDATE ${table} AS kept SET ${column} = rewrapped.wrapped, wrapping_key_id = $3
             FROM unnest($1::text[], $2::bytea[]) AS rewrapped (key, wrapped) WHERE kept.${primaryKey} = rewrapped.key`,
    values: [keys, rewrapped, to.id],
  });
  return keys;
}

function unwrap(
  key: MasterKey,
  wrapped: Buffer,
  place: { readonly purpose: string; readonly row: readonly [string, ...string[]] },
  table: string,
): Buffer {
  try {
    return key.unwrap(wrapped, place);
  } catch (error) {
    if (!(error instanceof BrokenWrappingError)) throw error;
    throw new StartupError(
      `The secret of ${place.row[0]} in ${table} does not open, although this key wraps it: restore the row from a backup, then go on.`,
      { cause: error },
    );
  }
}
