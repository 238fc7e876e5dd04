import { organizationTenant, userSubject, type TenantId } from '@svc/kernel';

/** A finished conversation and its user. */
export interface RememberedConversation {
  readonly conversationId: string;
  readonly userId: string;
  readonly serviceId: string;
  /** Home organization of a member; null for a user of the organization itself. */
  readonly homeOrgId: string | null;
  readonly finishedAtMs: number;
}

/** Tenant of all records made of the conversation: the home organization of its user. */
export function subjectOf(
  tenantId: TenantId,
  { userId, homeOrgId }: Pick<RememberedConversation, 'userId' | 'homeOrgId'>,
): string {
  return userSubject(homeOrgId === null ? tenantId : organizationTenant(homeOrgId), userId);
}
