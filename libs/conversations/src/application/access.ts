import {
  permits,
  requirePermission,
  type AttributeValues,
  type Caller,
  type Grant,
  type PermissionName,
} from '@svc/auth';
import { organizationOf, type TenantId } from '@svc/kernel';
import type { ConversationIdentity } from '../domain/conversation-identity.js';
import type { UserProfile } from '../ports/ports.js';

type ConversationPermission = Extract<
  PermissionName,
  | 'Conversation:FinishConversation'
  | 'Conversation:GetInteractionInsights'
  | 'Conversation:GetMessage'
  | 'Conversation:GetRecommendedResponses'
  | 'Conversation:InteractWithConversation'
  | 'Conversation:ModifyConversation'
  | 'Conversation:ReplayConversation'
>;

/** A conversation as grants see it. */
export interface PermissionTarget {
  readonly tenantId: TenantId;
  readonly identity: Pick<ConversationIdentity, 'userId' | 'serviceId'>;
  /** Null when not asked for, or deleted: no condition on the user holds. */
  readonly owner: Pick<UserProfile, 'roleId' | 'isVisibleToAdmins'> | null;
}

/** As grants on a conversation ask for them. */
export function attributesOf({ tenantId, identity, owner }: PermissionTarget) {
  return {
    org_id: organizationOf(tenantId),
    conversation_user_id: identity.userId,
    user_role_id: owner?.roleId ?? null,
    service_id: identity.serviceId,
    visible_to_admins: owner?.isVisibleToAdmins ?? null,
  } satisfies AttributeValues<ConversationPermission>;
}

export function mayOnConversation(
  grants: readonly Grant[],
  permission: ConversationPermission,
  target: PermissionTarget,
): boolean {
  return permits(grants, permission, attributesOf(target));
}

/** Changing a conversation needs the permission on it and on its user. @throws DomainError `permission_denied` */
export function requireChange(
  { grants }: Caller,
  permission: 'Conversation:InteractWithConversation' | 'Conversation:FinishConversation',
  target: PermissionTarget,
): void {
  requirePermission(grants, permission, attributesOf(target));
  requirePermission(grants, 'User:UpdateUserInfo', {
    org_id: organizationOf(target.tenantId),
    user_id: target.identity.userId,
    user_role_id: target.owner?.roleId ?? null,
  });
}
