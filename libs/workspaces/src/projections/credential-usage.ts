import type { SqlFragment } from '@svc/event-store';
import type { Executor } from '@svc/postgres';

/** The use of a credential is written at most this often. */
export const usedEveryMs = 60_000;

/** A join of the recorded use of a credential. */
export function joinUsage(credentialId: string): string {
  return `LEFT JOIN identity.credential_usage AS usage ON usage.credential_id = ${credentialId}`;
}

/** `lastUsedAtMs` of such a join; null: never. */
export const lastUsedAtMs = `(extract(epoch FROM usage.last_used_at) * 1000)::float8 AS "lastUsedAtMs"`;

/** At most once a minute, also under concurrency, and never with an earlier time. */
export async function noteUse(executor: Executor, credentialId: string, atMs: number): Promise<void> {
  await executor.query({
    name: 'identity.note_use_of_credential',
    text: `INSERT INTO identity.credential_usage AS usage (credential_id, last_used_at) VALUES ($1, $2)
               ON CONFLICT (credential_id) DO UPDATE SET last_used_at = excluded.last_used_at
            WHERE usage.last_used_at <= excluded.last_used_at - $3::integer * interval '1 ms'`,
    values: [credentialId, new Date(atMs), usedEveryMs],
  });
}

/** For the transaction that deletes a credential which no review shows. */
export function forgetUse(credentialId: string): SqlFragment {
  return {
    name: 'forgotten_use',
    text: 'DELETE FROM identity.credential_usage WHERE credential_id = $1',
    values: [credentialId],
  };
}

/** When these were last used, in ms; those without a use are left out. */
export async function queryLastUses(
  executor: Executor,
  credentialIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await executor.query<{ readonly credential_id: string; readonly last_used_at: Date }>({
    name: 'identity.select_credential_usage',
    text: `SELECT credential_id, last_used_at FROM identity.credential_usage WHERE credential_id = ANY ($1)`,
    values: [credentialIds],
  });
  return new Map(rows.map((row) => [row.credential_id, row.last_used_at.getTime()]));
}
