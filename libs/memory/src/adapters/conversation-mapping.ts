import type { RememberedConversation as RememberedConversationProto } from '@svc/contracts/memory';
import type { Complete } from '@svc/event-store';
import type { RememberedConversation } from '../domain/remembered-conversation.js';

export function conversationToProto({
  homeOrgId,
  ...conversation
}: RememberedConversation): Complete<RememberedConversationProto> {
  return { ...conversation, homeOrgId: homeOrgId ?? undefined };
}

/** @throws TypeError when the message is missing: each event that has one was written with it */
export function conversationFromProto(
  message: RememberedConversationProto | undefined,
): RememberedConversation {
  if (message === undefined) throw new TypeError('The event names no conversation.');
  return { ...message, homeOrgId: message.homeOrgId ?? null };
}
