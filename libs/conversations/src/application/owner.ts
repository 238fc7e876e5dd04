import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import type { UserProfile, Users } from './ports.js';

/** Null for a user who is gone: no condition on them holds any more. */
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
 * Finds the user whom a conversation belongs to. Nearly always that is the caller, whose profile comes first: with it
 * comes the key that the conversation opens with, so that reading it asks for nothing more.
 */
export async function ownerAheadOf(
  users: Users,
  { tenantId, caller }: RequestContext,
): Promise<(userId: string) => Promise<UserProfile | null>> {
  // A failure counts only when it is about the owner, who is asked for again.
  const profile = await users.profile(tenantId, caller.userId).catch(() => undefined);
  return async (userId) => (profile?.userId === userId ? profile : profileOrNull(users, tenantId, userId));
}
