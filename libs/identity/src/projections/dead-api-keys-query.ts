import type { Executor } from '@svc/postgres';

/** Keys that count but can't sign anybody in: they have expired, or their creator is gone. */
export async function queryDeadApiKeys(
  executor: Executor,
  orgId: string,
  nowMs: number,
): Promise<readonly string[]> {
  const { rows } = await executor.query<{ readonly api_key_id: string }>({
    name: 'identity.select_dead_api_keys',
    text: `SELECT k.api_key_id FROM identity.api_key k
             LEFT JOIN identity.user_account creator
               ON creator.org_id = k.org_id AND creator.user_id = k.creator_user_id
             LEFT JOIN identity.membership member
               ON member.org_id = k.org_id AND member.user_id = k.creator_user_id
            WHERE k.org_id = $1
              AND (k.expires_at <= $2 OR creator.user_id IS NULL AND member.user_id IS NULL)`,
    values: [orgId, new Date(nowMs)],
  });
  return rows.map(({ api_key_id }) => api_key_id);
}
