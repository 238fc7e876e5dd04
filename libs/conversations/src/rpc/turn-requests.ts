import {
  CreateConversationRequest,
  InteractionKind,
  MessageFormat,
  MessageType,
  type InteractRequest,
} from '@svc/contracts/conversations';
import { DomainError, requireResourceId } from '@svc/errors';
import { fromProto, type TenantId } from '@svc/kernel';
import type { NewConversation } from '../application/create-conversation.js';
import type { RequestedInput } from '../application/interact.js';
import { checkInput, checkNewConversation } from '../domain/conversation-rules.js';

/** @throws DomainError `validation_failed`; `not_found` for a malformed id of a service. */
export function newConversationOf(tenantId: TenantId, request: CreateConversationRequest): NewConversation {
  const {
    caller: _caller,
    serviceId,
    serviceVersionSetName: versionSetName,
    initialMessage,
    responseFormat,
    ...description
  } = fromProto(CreateConversationRequest, request);
  checkNewConversation({ ...description, versionSetName, initialText: initialMessage?.text ?? null });
  return {
    ...description,
    serviceId: requireResourceId(tenantId, 'active service', serviceId),
    versionSetName,
    initialMessage: initialMessage
      ? { type: initialMessageType(initialMessage.type), text: initialMessage.text }
      : null,
    isSpoken: isSpoken(responseFormat),
  };
}

/** Whether the request sends or wants audio. */
export function isSpoken(...formats: readonly MessageFormat[]): boolean {
  return formats.includes(MessageFormat.MESSAGE_FORMAT_VOICE);
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
export function inputOf({ kind, text, externalEvents }: InteractRequest): RequestedInput {
  checkInput(
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
        throw new DomainError(
          'invalid_request',
          'An interaction of kind "skip" takes no text and no external events.',
        );
      }
      return { kind: 'skip' };
    case InteractionKind.INTERACTION_KIND_GREETING:
    case InteractionKind.INTERACTION_KIND_UNSPECIFIED:
      throw new DomainError('invalid_request', 'The kind of the interaction is missing.');
  }
}
