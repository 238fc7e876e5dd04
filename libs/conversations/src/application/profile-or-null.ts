import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
import type { UserProfile, Users } from './ports.js';

/** Null for a user who is gone: no condition on them holds any more. */
export async function profileOrNull(
  users: Users,
  tenantId: TenantId,
  userId: string,
): Promise<UserProfile | null> {
  return users.profile(tenantId, userId).catch((failure: unknown) => {
    if (failure instanceof DomainError && failure.code === 'not_found') return null;
    throw failure;
  });
}
