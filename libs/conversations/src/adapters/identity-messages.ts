import type {
  ConversationPins as PinsMessage,
  ConversationStarted,
  ConversationTag as TagMessage,
  UserProfileRead,
} from '@svc/contracts/conversations';
import type { Complete } from '@svc/event-store';
import type {
  ConversationIdentity,
  ConversationPins,
  ConversationTag,
} from '../domain/conversation-identity.js';
import type { KnownUser } from '../domain/known-user.js';
import { stored } from './stored-value.js';

export function startedToMessage(identity: ConversationIdentity): Complete<ConversationStarted> {
  return {
    ...identity,
    pins: pinsToMessage(identity.pins),
    tags: identity.tags.map(tagToMessage),
  };
}

export function startedFromMessage({ homeOrgId, ...message }: ConversationStarted): ConversationIdentity {
  return {
    ...message,
    homeOrgId,
    pins: stored(message.pins, 'pins'),
    tags: message.tags.map(tagFromMessage),
  };
}

export function userToMessage(user: KnownUser): Complete<UserProfileRead> {
  const { preferredLanguage, additionalContext } = user;
  return {
    ...user,
    preferredLanguage: preferredLanguage ?? undefined,
    additionalContext: [...additionalContext],
  };
}

export function userFromMessage(message: UserProfileRead): KnownUser {
  return { ...message, preferredLanguage: message.preferredLanguage ?? null, timezone: message.timezone };
}

function pinsToMessage(pins: ConversationPins): Complete<PinsMessage> {
  return { ...pins, llmModelPreferences: [...pins.llmModelPreferences] };
}

export function tagToMessage({ key, value }: ConversationTag): Complete<TagMessage> {
  return { key, value: value ?? undefined };
}

export function tagFromMessage({ key, value }: TagMessage): ConversationTag {
  return { key, value: value ?? null };
}
