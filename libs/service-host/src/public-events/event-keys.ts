import type { Executor } from '@svc/postgres';

/** Consumers get the public key from now on; before its owner signs anything by it. */
export async function addEventKey(executor: Executor, schema: string, publicKey: Buffer): Promise<void> {
  await executor.query({
    name: `${schema}.add_event_key`,
    text: `INSERT INTO ${schema}.event_key (public_key) VALUES ($1) ON CONFLICT DO NOTHING`,
    values: [publicKey],
  });
}

/** The public keys of a context's signatures, former ones included: Kafka keeps what they have signed. */
export async function listEventKeys(executor: Executor, schema: string): Promise<Buffer[]> {
  const { rows } = await executor.query<{ public_key: Buffer }>({
    name: `${schema}.list_event_keys`,
    text: `SELECT public_key FROM ${schema}.event_key ORDER BY known_since`,
    values: [],
  });
  return rows.map((row) => row.public_key);
}
