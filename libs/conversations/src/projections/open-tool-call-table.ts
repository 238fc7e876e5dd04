import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { KnownToolCall } from '@svc/engine';
import type { TenantId } from '@svc/kernel';

/** A call that runs, or whose outcome is unknown. */
export interface OpenToolCallSource {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly call: KnownToolCall;
}

/** The calls of tools that operators look at. */
export const openToolCallTable = defineTable<OpenToolCallSource>()('conversations.open_tool_call', {
  key: {
    tenantId: unlisted(column(({ tenantId }) => tenantId)),
    conversationId: column(({ conversationId }) => conversationId),
    callId: column(({ call }) => call.id),
  },
  fixed: {
    toolId: column(({ call }) => call.toolId),
    name: column(({ call }) => call.name),
    startedAtMs: instant(({ call }) => call.startedAtMs),
  },
  columns: { state: column(({ call }) => call.outcome?.status ?? 'running') },
  owner: { tenant: 'tenant_id', id: 'conversation_id' },
});
