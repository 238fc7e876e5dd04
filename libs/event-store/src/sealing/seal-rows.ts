import type { TenantId } from '@svc/kernel';
import type { Tx } from '@svc/postgres';
import type { SqlFragment } from '../append/sql-fragment.js';
import { hasUnsealed, resolveUnsealed } from '../append/unsealed.js';
import { columnSealer } from '../tables/column-seal.js';
import type { Vault } from './vault.js';

/** Whose rows they are. */
export interface RowOwner {
  readonly tenantId: TenantId;
  readonly subject: string | null;
}

/**
 * Rows of a stream that are written without an append. Until the transaction ends no erasure of the subject begins, so
 * that one which comes beside it clears them; what comes after it finds nothing personal in them: whoever still knows the
 * key could have read the words before.
 */
export async function sealRows(
  tx: Tx,
  { schema, vault }: { readonly schema: string; readonly vault: Vault },
  { tenantId, subject }: RowOwner,
  rows: readonly SqlFragment[],
): Promise<readonly SqlFragment[]> {
  if (!rows.some(({ values }) => hasUnsealed(values))) return rows;
  if (subject === null) throw new TypeError('Rows of a stream without a subject hold something personal.');
  const key = (await isErased(tx, schema, subject)) ? 'erased' : await vault.keys.get(subject);
  const seal = columnSealer({ tenantId, key, random: vault.random });
  return rows.map((row) => ({ ...row, values: resolveUnsealed(row.values, seal) }));
}

async function isErased(tx: Tx, schema: string, subject: string): Promise<boolean> {
  const { rows } = await tx.query<{ erased: boolean }>({
    name: `${schema}.is_erased`,
    text: `SELECT ${schema}.is_erased($1) AS erased`,
    values: [subject],
  });
  return rows[0]?.erased ?? false;
}
