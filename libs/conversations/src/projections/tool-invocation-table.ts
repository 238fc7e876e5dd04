import { column, defineTable, instant, personal, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { subjectOf, type ConversationIdentity } from '../domain/conversation-identity.js';
import type { LoggedToolCall, ToolOutcomeRecorded } from '../domain/tool-events.js';

/** A call of a tool in a conversation, and how it stands. */
export interface ToolInvocationSource {
  readonly tenantId: TenantId;
  readonly identity: ConversationIdentity;
  readonly interactionId: string;
  readonly call: LoggedToolCall;
  /** Null while it runs. */
  readonly outcome: Pick<ToolOutcomeRecorded, 'status' | 'durationMs' | 'endedAtMs'> | null;
}

/** The calls of tools that an organization looks at. */
export const toolInvocationTable = defineTable<ToolInvocationSource>()('conversations.tool_invocation', {
  key: {
    tenantId: unlisted(column(({ tenantId }) => tenantId)),
    conversationId: column(({ identity }) => identity.conversationId),
    callId: column(({ call }) => call.callId),
  },
  fixed: {
    interactionId: column(({ interactionId }) => interactionId),
    userId: column(({ identity }) => identity.userId),
    serviceId: unlisted(column(({ identity }) => identity.serviceId)),
    subject: column(({ tenantId, identity }) => subjectOf(tenantId, identity)),
    contextGraphId: column(({ identity }) => identity.pins.contextGraphId),
    contextGraphVersionNumber: column(({ identity }) => identity.pins.contextGraphVersionNumber),
    toolId: column(({ call }) => call.toolId),
    toolVersion: column(({ call }) => call.version ?? ''),
    purpose: column(({ call }) => call.purpose),
    round: column(({ call }) => call.round),
    startedAtMs: instant(({ call }) => call.startedAtMs),
    inputJson: personal(
      column(({ call }) => call.inputJson),
      { erased: '' },
    ),
    state: personal(
      column(({ call }) => call.state),
      { erased: '' },
    ),
  },
  columns: {
    status: column(({ outcome }) => outcome?.status ?? 'running'),
    durationMs: column(({ outcome }) => outcome?.durationMs ?? null),
    endedAtMs: instant(({ outcome }) => outcome?.endedAtMs ?? null),
  },
  subjectRows: 'subject = $1',
});
