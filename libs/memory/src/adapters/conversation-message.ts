import type { RememberedConversation as RememberedConversationMessage } from '@svc/contracts/memory';
import type { Complete } from '@svc/event-store';
import type { RememberedConversation } from '../domain/remembered-conversation.js';

export function conversationToMessage({
  homeOrgId,
  ...conversation
}: RememberedConversation): Complete<RememberedConversationMessage> {
  return { ...conversation, homeOrgId: homeOrgId ?? undefined };
}

/** @throws TypeError when the message is missing: each event that has one was written with it. */
export function conversationFromMessage(
  message: RememberedConversationMessage | undefined,
): RememberedConversation {
  if (message === undefined) throw new TypeError('The event names no conversation.');
  return { ...message, homeOrgId: message.homeOrgId ?? null };
}
