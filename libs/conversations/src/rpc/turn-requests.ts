import { InteractionKind, MessageType } from '@svc/contracts/conversations';
import type {
  ConversationTag as TagMessage,
  CreateConversationRequest,
  InteractRequest,
} from '@svc/contracts/conversations';
import { DomainError, FieldChecks, requireObjectId } from '@svc/errors';
import { tagFromMessage } from '../adapters/identity-messages.js';
import type { NewConversation } from '../application/create-conversation.js';
import type { Said } from '../application/interact.js';

/** contract-classic.md 1.8 */
const maxTags = 20;
const tagKeyRule = 'the key must hold 1 to 256 letters, digits, blanks and underscores';
/** `^[\w\s_]+$` of the contract, with the letters of every script, and a bound: an index can't hold keys of any length. */
const tagKey = /^[\p{L}\p{M}\p{N}_\s]{1,256}$/u;
const maxTagValueCharacters = 100;

/** @throws DomainError `validation_failed`; `not_found` for what can't be a service's id. */
export function newConversationOf(request: CreateConversationRequest): NewConversation {
  const { initialMessage, tags } = request;
  const checks = new FieldChecks();
  if (initialMessage) checks.storable(['body', 'initial_message'], initialMessage.text);
  checks.storable(['body', 'service_version_set_name'], request.serviceVersionSetName);
  checkTags(checks, tags);
  checks.verify();
  return {
    serviceId: requireObjectId('active service', request.serviceId),
    versionSetName: request.serviceVersionSetName,
    initialMessage: initialMessage
      ? { type: initialMessageType(initialMessage.type), text: initialMessage.text }
      : null,
    tags: tags.map(tagFromMessage),
  };
}

function checkTags(checks: FieldChecks, tags: readonly TagMessage[]): void {
  const loc = ['body', 'tags'];
  const keys = tags.map(({ key }) => key);
  checks.atMost(loc, tags, maxTags).unique(loc, keys);
  for (const { key, value } of tags) {
    checks.pattern([...loc, key], key, tagKey, tagKeyRule);
    if (value !== undefined) checkTagValue(checks, [...loc, key], value);
  }
}

/** Blank ones are values too. */
function checkTagValue(checks: FieldChecks, loc: readonly string[], value: string): void {
  checks.storable(loc, value);
  const characters = [...value].length;
  if (characters < 1 || characters > maxTagValueCharacters)
    checks.refuse(loc, `must hold 1 to ${maxTagValueCharacters} characters`, 'value_error');
}

function initialMessageType(type: MessageType): 'user-message' | 'external-event' {
  switch (type) {
    case MessageType.MESSAGE_TYPE_USER_MESSAGE:
      return 'user-message';
    case MessageType.MESSAGE_TYPE_EXTERNAL_EVENT:
      return 'external-event';
    case MessageType.MESSAGE_TYPE_UNSPECIFIED:
    case MessageType.MESSAGE_TYPE_AGENT_MESSAGE:
    case MessageType.MESSAGE_TYPE_AGENT_INNER_THOUGHT:
      throw new DomainError('invalid_request', 'The type of the initial message is not one that users send.');
  }
}

/** @throws DomainError `validation_failed`, `invalid_request` */
export function saidOf({ kind, text, externalEvents }: InteractRequest): Said {
  const checks = new FieldChecks();
  checks.storable(['body', 'recorded_message'], text);
  externalEvents.forEach(({ content }, index) =>
    checks.storable(['body', 'external_event_message_content', index], content),
  );
  checks.verify();
  switch (kind) {
    case InteractionKind.INTERACTION_KIND_USER_MESSAGE:
      return { kind: 'user-message', text, externalEvents };
    case InteractionKind.INTERACTION_KIND_EXTERNAL_EVENT:
      return { kind: 'external-event', text, externalEvents };
    case InteractionKind.INTERACTION_KIND_SKIP:
      if (text !== '' || externalEvents.length > 0) {
        throw new DomainError('invalid_request', 'With "skip" nothing is said and nothing has happened.');
      }
      return { kind: 'skip' };
    case InteractionKind.INTERACTION_KIND_GREETING:
    case InteractionKind.INTERACTION_KIND_UNSPECIFIED:
      throw new DomainError('invalid_request', 'The kind of the interaction is missing.');
  }
}
