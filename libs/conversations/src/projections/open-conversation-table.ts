import { column, defineTable } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ConversationIdentity } from '../domain/conversation-identity.js';

/** The unique key behind the rule that a user has one open conversation in a service. */
export const openConversationKey = 'open_conversation_key';

interface PlaceSource {
  readonly tenantId: TenantId;
  readonly identity: ConversationIdentity;
}

/** The user's one place in a service, and which conversation has it. */
export const openConversationTable = defineTable<PlaceSource>()('conversations.open_conversation', {
  key: {
    tenantId: column(({ tenantId }) => tenantId),
    userId: column(({ identity }) => identity.userId),
    serviceId: column(({ identity }) => identity.serviceId),
  },
  fixed: { conversationId: column(({ identity }) => identity.conversationId) },
  owner: { tenant: 'tenant_id', id: 'conversation_id' },
});
