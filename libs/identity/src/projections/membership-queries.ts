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

/** Where a user of another organization is a member, and what they are there. */
export interface MembershipPlace {
  readonly orgId: string;
  readonly roleId: string;
}

/**
 * The memberships of a user, in the order of their organizations, for a transaction that ends or changes the user: one that
 * makes them a member at this moment is waited for, and none does so before it has ended. The lock of the subject comes
 * first, as in an erasure and in appends.
 */
export async function lockMembershipsOf(
  tx: Tx,
  user: HomeUser,
  subject: string,
): Promise<readonly MembershipPlace[]> {
  await holdSubject(tx, subject);
  await tx.query({
    name: 'identity.lock_user',
    text: 'SELECT FROM identity.user_account WHERE org_id = $1 AND user_id = $2 FOR UPDATE',
    values: [user.orgId, user.userId],
  });
  return selectMembershipsOf(tx, user);
}

/** An erasure of the subject waits until the transaction has ended, and one that has begun is waited for. */
export async function holdSubject(tx: Tx, subject: string): Promise<void> {
  await tx.query({
    name: 'identity.hold_subject',
    text: 'SELECT identity.is_erased($1)',
    values: [subject],
  });
}

/** The memberships of a user that stand now, in the order of their organizations. */
export async function selectMembershipsOf(
  executor: Executor,
  { orgId, userId }: HomeUser,
): Promise<readonly MembershipPlace[]> {
  const { rows } = await executor.query<MembershipPlace>({
    name: 'identity.select_memberships_of_user',
    text: `SELECT org_id AS "orgId", role_id AS "roleId" FROM identity.membership
            WHERE home_org_id = $1 AND user_id = $2 ORDER BY org_id`,
    values: [orgId, userId],
  });
  return rows;
}

/** What others decide by of a user, who then stays as they are until the transaction has ended. Undefined: they are gone. */
export async function holdUser(
  tx: Tx,
  { orgId, userId }: HomeUser,
): Promise<{ readonly conversationsVisibleToAdmins: boolean } | undefined> {
  const { rows } = await tx.query<{ readonly conversationsVisibleToAdmins: boolean }>({
    name: 'identity.hold_user',
    text: `SELECT conversations_visible_to_admins AS "conversationsVisibleToAdmins" FROM identity.user_account
            WHERE org_id = $1 AND user_id = $2 FOR KEY SHARE`,
    values: [orgId, userId],
  });
  return rows[0];
}
