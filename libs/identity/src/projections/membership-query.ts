import { isStorableText } from '@svc/kernel';
import type { Executor, Tx } from '@svc/postgres';

/** A user and their home organization. */
export interface HomeUser {
  readonly orgId: string;
  readonly userId: string;
}

/** The role of a user in another organization. Undefined when they are no member there, or it does not exist. */
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
 * The organizations that a user has entered, in order, for a transaction that ends the user. It waits for transactions
 * that add a membership, and later ones wait for it. The lock of the subject comes first, as in an erasure and in
 * appends.
 */
export async function lockMembershipsOf(tx: Tx, user: HomeUser, subject: string): Promise<readonly string[]> {
  await lockSubject(tx, subject);
  await tx.query({
    name: 'identity.lock_user',
    text: 'SELECT FROM identity.user_account WHERE org_id = $1 AND user_id = $2 FOR UPDATE',
    values: [user.orgId, user.userId],
  });
  const { rows } = await tx.query<{ readonly org_id: string }>({
    name: 'identity.select_memberships_of_user',
    text: 'SELECT org_id FROM identity.membership WHERE home_org_id = $1 AND user_id = $2 ORDER BY org_id',
    values: [user.orgId, user.userId],
  });
  return rows.map(({ org_id: orgId }) => orgId);
}

/** Keeps erasures of the subject out until the transaction ends; waits for one that has begun. */
export async function lockSubject(tx: Tx, subject: string): Promise<void> {
  await tx.query({
    name: 'identity.hold_subject',
    text: 'SELECT identity.is_erased($1)',
    values: [subject],
  });
}

/** Whether there is such a user. Locks them until the transaction ends. */
export async function lockUser(tx: Tx, { orgId, userId }: HomeUser): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'identity.hold_user',
    text: 'SELECT FROM identity.user_account WHERE org_id = $1 AND user_id = $2 FOR KEY SHARE',
    values: [orgId, userId],
  });
  return rowCount === 1;
}
