import { isStorableText } from '@svc/kernel';
import type { Executor, Tx } from '@svc/postgres';

/** A user, by the organization that they belong to. */
export interface HomeUser {
  readonly orgId: string;
  readonly userId: string;
}

/** The role of a user in another organization. Undefined when they are no member there, or there is none such. */
export async function queryMemberRole(
  executor: Executor,
  enteredOrgId: string,
  { orgId, userId }: HomeUser,
): Promise<string | undefined> {
  if (!isStorableText(enteredOrgId)) return undefined;
  const { rows } = await executor.query<{ readonly role_id: string }>({
    name: 'identity.select_member_role',
    text: `SELECT role_id FROM identity.membership WHERE org_id = $1 AND user_id = $3 AND home_org_id = $2`,
    values: [enteredOrgId, orgId, userId],
  });
  return rows[0]?.role_id;
}

/**
 * The organizations that a user is a member of, for the transaction that ends the user: one that makes them a member at
 * this moment is waited for, and none does so after it.
 */
export async function lockMembershipsOf(tx: Tx, { orgId, userId }: HomeUser): Promise<readonly string[]> {
  await tx.query({
    name: 'identity.lock_user',
    text: 'SELECT FROM identity.user_account WHERE org_id = $1 AND user_id = $2 FOR UPDATE',
    values: [orgId, userId],
  });
  const { rows } = await tx.query<{ readonly org_id: string }>({
    name: 'identity.select_memberships_of_user',
    text: `SELECT org_id FROM identity.membership WHERE home_org_id = $1 AND user_id = $2 ORDER BY org_id`,
    values: [orgId, userId],
  });
  return rows.map(({ org_id }) => org_id);
}

/** Whether there is the user, who then stays until the transaction has ended. */
export async function holdUser(tx: Tx, { orgId, userId }: HomeUser): Promise<boolean> {
  const { rows } = await tx.query({
    name: 'identity.hold_user',
    text: 'SELECT FROM identity.user_account WHERE org_id = $1 AND user_id = $2 FOR KEY SHARE',
    values: [orgId, userId],
  });
  return rows.length > 0;
}
