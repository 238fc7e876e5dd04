import { InteractionKind, MessageType } from '@svc/contracts/conversations';
import type {
  ConversationTag as TagMessage,
  CreateConversationRequest,
  InteractRequest,
} from '@svc/contracts/conversations';
import { DomainError, FieldChecks, requireResourceId } from '@svc/errors';
import { characterCount, type TenantId } from '@svc/kernel';
import { tagFromMessage } from '../adapters/identity-messages.js';
import type { NewConversation } from '../application/create-conversation.js';
import type { Said } from '../application/interact.js';

/** Of what is said at once; characters are code points. What is heard in a turn becomes one event of the log. */
const maxMessageCharacters = 20_000;
const maxExternalEvents = 20;
const maxCharactersTogether = 40_000;
const maxTags = 20;
const tagKeyRule = 'the key must hold 1 to 256 letters, digits, blanks and underscores';
/** Letters of every script, and a bound: an index can't hold keys of any length. */
const tagKey = /^[\p{L}\p{M}\p{N}_\s]{1,256}$/u;
const maxTagValueCharacters = 100;

/** @throws DomainError `validation_failed`; `not_found` for what can't be a service's id. */
export function newConversationOf(tenantId: TenantId, request: CreateConversationRequest): NewConversation {
  const { initialMessage, tags } = request;
  const checks = new FieldChecks();
  if (initialMessage) checkMessage(checks, ['body', 'initial_message'], initialMessage.text);
  checks.storable(['body', 'service_version_set_name'], request.serviceVersionSetName);
  checkTags(checks, tags);
  checks.verify();
  return {
    serviceId: requireResourceId(tenantId, 'active service', request.serviceId),
    versionSetName: request.serviceVersionSetName,
    initialMessage: initialMessage
      ? { type: initialMessageType(initialMessage.type), text: initialMessage.text }
      : null,
    tags: tags.map(tagFromMessage),
  };
}

function checkMessage(checks: FieldChecks, loc: readonly (string | number)[], text: string): void {
  checks.storable(loc, text).atMostCharacters(loc, text, maxMessageCharacters);
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
  if (value === '' || characterCount(value) > maxTagValueCharacters)
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

/** Texts are counted together only where each for itself is within its bound. */
function checkHeard(text: string, contents: readonly string[]): void {
  const loc = ['body', 'external_event_message_content'];
  const checks = new FieldChecks();
  checkMessage(checks, ['body', 'recorded_message'], text);
  checks.atMost(loc, contents, maxExternalEvents);
  contents.forEach((content, index) => checkMessage(checks, [...loc, index], content));
  checks.verify();
  const together = [text, ...contents].reduce((sum, said) => sum + characterCount(said), 0);
  if (together > maxCharactersTogether) {
    const rule = `must hold at most ${maxCharactersTogether} characters together with the message`;
    checks.refuse(loc, rule, 'too_long').verify();
  }
}

/** @throws DomainError `validation_failed`, `invalid_request` */
export function saidOf({ kind, text, externalEvents }: InteractRequest): Said {
  checkHeard(
    text,
    externalEvents.map(({ content }) => content),
  );
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
