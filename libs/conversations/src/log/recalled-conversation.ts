import type { TenantId } from '@svc/kernel';
import type { ConversationIdentity } from '../domain/conversation-identity.js';

/**
 * A conversation as this instance last saw it, which may be out of date. It only offers what never changes, so nothing
 * can be rejected because of it. A change may start from it (`Conversations.change`), and decides again on the log if
 * the conversation has changed elsewhere.
 */
export interface RecalledConversation {
  readonly tenantId: TenantId;
  readonly id: string;
  readonly identity: ConversationIdentity;
}
