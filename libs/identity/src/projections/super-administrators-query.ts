import type { DefaultRoleName } from '@svc/auth';
import type { Executor, Tx } from '@svc/postgres';

export const highestRole: DefaultRoleName = 'DefaultSuperAdministratorRole';

/** What to leave out, as if it were already gone. */
export interface LookedAwayFrom {
  readonly userId?: string;
  readonly apiKeyId?: string;
}

export interface SuperAdministration {
  readonly hasAdministrator: boolean;
  /**
   * A super administrator created a key with this role as its ceiling, on behalf of nobody or of another one, and it has
   * not expired, so it signs them in. Or there is a member with the role, who uses a key of their home organization.
   */
  readonly hasKey: boolean;
}

interface SuperAdministrationRow {
  readonly has_administrator: boolean;
  readonly has_key: boolean;
}

/** Whether the organization has a super administrator, members included, and a key that signs one in. */
export async function querySuperAdministration(
  executor: Executor,
  orgId: string,
  nowMs: number,
  { userId = '', apiKeyId = '' }: LookedAwayFrom = {},
): Promise<SuperAdministration> {
  const { rows } = await executor.query<SuperAdministrationRow>({
    name: 'identity.select_super_administration',
    text: `WITH highest AS (
             SELECT role_id FROM identity.role WHERE org_id = $1 AND role_name = $2
           ), administrator AS (
             SELECT user_id, role_id FROM identity.user_account JOIN highest USING (role_id)
              WHERE org_id = $1 AND user_id <> $3
           ), member AS (
             SELECT FROM identity.membership JOIN highest USING (role_id) WHERE org_id = $1 AND user_id <> $3
           )
           SELECT EXISTS (SELECT FROM administrator UNION ALL SELECT FROM member) AS has_administrator,
                  EXISTS (SELECT FROM member) OR EXISTS (SELECT FROM identity.api_key k
                            JOIN administrator a ON a.user_id = k.creator_user_id AND a.role_id = k.role_id
                            JOIN administrator b ON b.user_id = coalesce(k.responsible_user_id, k.creator_user_id)
                           WHERE k.org_id = $1 AND k.api_key_id <> $4 AND k.expires_at > $5) AS has_key`,
    values: [orgId, highestRole, userId, apiKeyId, new Date(nowMs)],
  });
  const [row] = rows;
  return { hasAdministrator: row?.has_administrator ?? false, hasKey: row?.has_key ?? false };
}

/** Serializes changes that could together leave an organization without an administrator. */
export async function lockAdministration(tx: Tx, orgId: string): Promise<void> {
  await tx.query({
    name: 'identity.lock_administration',
    text: 'SELECT 1 FROM identity.organization WHERE org_id = $1 FOR NO KEY UPDATE',
    values: [orgId],
  });
}
