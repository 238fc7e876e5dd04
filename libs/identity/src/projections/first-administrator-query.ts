import type { Executor } from '@svc/postgres';

/** The oldest user with the highest default role. */
export async function queryFirstAdministrator(
  executor: Executor,
  orgId: string,
): Promise<string | undefined> {
  const { rows } = await executor.query<{ readonly user_id: string }>({
    name: 'identity.select_first_administrator',
    text: `SELECT u.user_id FROM identity.user_account u
             JOIN identity.role r ON r.org_id = u.org_id AND r.role_id = u.role_id
            WHERE u.org_id = $1
            ORDER BY r.default_rank DESC, u.created_at, u.user_id LIMIT 1`,
    values: [orgId],
  });
  return rows[0]?.user_id;
}
