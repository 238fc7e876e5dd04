import type { Executor } from '@svc/postgres';

/** Ids of the master keys of a schema's secrets. */
export async function knownMasterKeys(executor: Executor, schema: string): Promise<ReadonlySet<string>> {
  const { rows } = await executor.query<{ key_id: string }>({
    name: `${schema}.select_master_keys`,
    text: `SELECT key_id FROM ${schema}.master_key`,
    values: [],
  });
  return new Set(rows.map(({ key_id }) => key_id));
}

/** Until the transaction ends nobody else adds or removes a key. */
export async function lockMasterKeys(tx: Executor, schema: string): Promise<ReadonlySet<string>> {
  await tx.query({
    name: `${schema}.lock_master_keys`,
    text: `LOCK TABLE ${schema}.master_key IN SHARE ROW EXCLUSIVE MODE`,
    values: [],
  });
  return knownMasterKeys(tx, schema);
}

export async function addMasterKey(tx: Executor, schema: string, keyId: string): Promise<void> {
  await tx.query({
    name: `${schema}.insert_master_key`,
    text: `INSERT INTO ${schema}.master_key (key_id) VALUES ($1) ON CONFLICT DO NOTHING`,
    values: [keyId],
  });
}
