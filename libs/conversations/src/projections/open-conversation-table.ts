import { column, defineTable } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ConversationIdentity } from '../domain/conversation-identity.js';

/** The unique key that limits a user to one open conversation in a service, and an entity of a workspace to one session. */
export const openConversationKey = 'open_conversation_key';

interface PlaceSource {
  readonly tenantId: TenantId;
  readonly identity: ConversationIdentity;
}

/** The one open conversation of a user in a service; in a workspace, the one open session of an entity. */
export const openConversationTable = defineTable<PlaceSource>()('conversations.open_conversation', {
  key: {
    tenantId: column(({ tenantId }) => tenantId),
    userId: column(({ identity }) => identity.userId),
    serviceId: column(({ identity }) => identity.serviceId),
  },
  fixed: { conversationId: column(({ identity }) => identity.conversationId) },
  owner: { tenant: 'tenant_id', id: 'conversation_id' },
});
