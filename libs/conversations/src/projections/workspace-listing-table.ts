import { column, defineTable, instant, personal, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { StartedConversation } from '../domain/conversation.js';
import { type WorkspaceState, type WorkspaceTerms } from '../domain/workspace-conversation.js';
import { statusOf } from '../domain/workspace-status.js';

/** A conversation of a workspace. */
export interface WorkspaceSource {
  readonly tenantId: TenantId;
  readonly conversation: StartedConversation;
  readonly terms: WorkspaceTerms;
  readonly workspace: WorkspaceState;
}

/** What only lists of workspaces show, beside `conversationTable`. */
export const workspaceListingTable = defineTable<WorkspaceSource>()('conversations.workspace_listing', {
  key: {
    tenantId: unlisted(column(({ tenantId }) => tenantId)),
    conversationId: column(({ conversation }) => conversation.identity.conversationId),
  },
  fixed: {
    entityId: column(({ conversation }) => conversation.identity.userId),
    serviceId: column(({ conversation }) => conversation.identity.serviceId),
    createdAtMs: instant(({ conversation }) => conversation.identity.startedAtMs),
    direction: column(({ terms }) => terms.direction),
  },
  columns: {
    channel: column(({ workspace }) => workspace.channel),
    status: column(({ conversation, workspace }) => statusOf(workspace, conversation)),
    turnCount: column(({ workspace }) => workspace.userTurns),
    updatedAtMs: instant(({ workspace }) => workspace.updatedAtMs),
    state: personal(
      column(({ conversation }) => conversation.currentState ?? ''),
      { erased: '' },
    ),
    recipient: personal(
      column(({ workspace }) => workspace.briefing.recipient ?? ''),
      { erased: '' },
    ),
  },
  subjectRows: `(tenant_id, conversation_id) IN (
      SELECT tenant_id, conversation_id FROM conversations.conversation WHERE subject = $1)`,
});
