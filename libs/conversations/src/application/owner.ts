import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import type { UserProfile, Users } from '../ports/ports.js';

/** Null for a deleted user: no condition on them holds. */
export async function profileOrNull(
  users: Users,
  tenantId: TenantId,
  userId: string,
): Promise<UserProfile | null> {
  return users.profile(tenantId, userId).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  });
}

/**
 * Finds the user of a conversation. It is nearly always the caller, so the caller's profile is read first; it brings
 * the key that opens the conversation.
 */
export async function ownerAheadOf(
  users: Users,
  { tenantId, caller }: RequestContext,
): Promise<(userId: string) => Promise<UserProfile | null>> {
  // Ignore an error here: if the caller is the owner, the profile is asked for again.
  const profile = await users.profile(tenantId, caller.userId).catch(() => undefined);
  return async (userId) => (profile?.userId === userId ? profile : profileOrNull(users, tenantId, userId));
}
