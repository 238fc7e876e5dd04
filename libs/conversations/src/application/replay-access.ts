import { requirePermission, requireWorkspacePermission } from '@svc/auth';
import type { RequestContext, WorkspaceRequestContext } from '@svc/rpc';
import type { ConversationIdentity } from '../domain/conversation-identity.js';
import type { Users } from '../ports/ports.js';
import { attributesOf } from './access.js';
import { profileOrNull } from './owner.js';

/** @throws DomainError `permission_denied` */
export async function requireReplay(
  { tenantId, caller }: RequestContext,
  identity: ConversationIdentity,
  users: Users,
): Promise<void> {
  const owner = await profileOrNull(users, tenantId, identity.userId);
  requirePermission(
    caller.grants,
    'Conversation:ReplayConversation',
    attributesOf({ tenantId, identity, owner }),
  );
}

/** @throws DomainError `permission_denied` */
export function requireReplayInWorkspace({ caller }: Pick<WorkspaceRequestContext, 'caller'>): void {
  requireWorkspacePermission(caller, 'Conversation.replay');
}
