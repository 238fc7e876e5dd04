import type { TenantId } from '@svc/kernel';
import type { ConversationIdentity } from '../domain/conversation-identity.js';

/**
 * A conversation as this instance has left it: maybe not as it is now. It tells what never changes, and nothing that
 * anything could be refused for. A change may begin on it (`Conversations.change`), and decides again on the log when
 * the conversation has gone on elsewhere.
 */
export interface RecalledConversation {
  readonly tenantId: TenantId;
  readonly id: string;
  readonly identity: ConversationIdentity;
}
