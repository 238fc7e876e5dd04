import { organizationTenant, userSubject, type TenantId } from '@svc/kernel';

/** A finished conversation, and whose it was. */
export interface RememberedConversation {
  readonly conversationId: string;
  readonly userId: string;
  readonly serviceId: string;
  /** Whose user a member is; null for a user of the organization itself. */
  readonly homeOrgId: string | null;
  readonly finishedAtMs: number;
}

/** Whose record all that is made of the conversation is: its user's, where they are at home. */
export function subjectOf(
  tenantId: TenantId,
  { userId, homeOrgId }: Pick<RememberedConversation, 'userId' | 'homeOrgId'>,
): string {
  return userSubject(homeOrgId === null ? tenantId : organizationTenant(homeOrgId), userId);
}
