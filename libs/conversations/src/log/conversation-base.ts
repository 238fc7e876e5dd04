import { existing } from '../domain/conversation-decider.js';
import type { ConversationIdentity } from '../domain/conversation-identity.js';
import type { LoadedConversation } from './loaded-conversation.js';
import type { RecalledConversation } from './recalled-conversation.js';

/** What a change may start from: loaded just now, or only recalled. */
export type ConversationBase = LoadedConversation | RecalledConversation;

export function isRecalled(base: ConversationBase): base is RecalledConversation {
  return !('state' in base);
}

/** @throws DomainError `not_found` when it does not exist, or exists no longer. */
export function identityOf(base: ConversationBase): ConversationIdentity {
  return isRecalled(base) ? base.identity : existing(base.state).identity;
}
