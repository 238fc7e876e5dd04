import { attributesAsked, type Caller } from '@svc/auth';
import { conversationNotFound } from '../domain/conversation-decider.js';
import { findConversationOwner } from '../projections/conversation-queries.js';
import { listMessages, type MessagePage, type MessageQuery } from '../projections/message-list.js';
import { mayOnConversation } from './access.js';
import type { ReadPorts, UserProfile } from './ports.js';
import { profileOrNull } from './profile-or-null.js';

/**
 * One page of a conversation's messages. A conversation whose messages the caller may not read looks empty.
 * @throws DomainError `not_found`
 */
export async function readMessages(
  ports: ReadPorts,
  caller: Caller,
  query: Omit<MessageQuery, 'tenantId'>,
): Promise<MessagePage> {
  const { tenantId, grants } = caller;
  const { conversationId } = query;
  const identity = await findConversationOwner(ports.database, tenantId, conversationId);
  if (identity === undefined) throw conversationNotFound();
  const owner = await ownerIfAsked(ports, caller, identity.userId);
  if (!mayOnConversation(grants, 'Conversation:GetMessage', { tenantId, identity, owner })) {
    return { messages: [], hasMore: false };
  }
  return listMessages(ports.prisma, { ...query, tenantId });
}

/** Users with the default role read their own conversations: nobody has to be asked about them. */
async function ownerIfAsked(
  { users }: ReadPorts,
  { tenantId, grants }: Caller,
  userId: string,
): Promise<UserProfile | null> {
  const asked = attributesAsked(grants, 'Conversation:GetMessage');
  if (!asked.has('user_role_id') && !asked.has('visible_to_admins')) return null;
  return profileOrNull(users, tenantId, userId);
}
