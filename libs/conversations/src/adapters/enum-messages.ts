import {
  FinishReason as FinishReasonMessage,
  InteractionKind as InteractionKindMessage,
  MessageType as MessageTypeMessage,
  VoidReason as VoidReasonMessage,
} from '@svc/contracts/conversations';
import type { FinishReason, InteractionKind, VoidReason } from '../domain/conversation-event.js';
import type { MessageType } from '../domain/message.js';

/** Both directions between words of the domain and values of a proto enum. */
interface EnumMapping<Word extends string, Value extends string> {
  toMessage(word: Word): Value;
  /** Undefined for "unspecified", and for what a newer version of the contract has added. */
  fromMessage(value: Value): Word | undefined;
}

function enumMapping<Word extends string, Value extends string>(
  values: Readonly<Record<Word, Value>>,
): EnumMapping<Word, Value> {
  const words = new Map(Object.entries(values).map(([word, value]) => [value as Value, word as Word]));
  return { toMessage: (word) => values[word], fromMessage: (value) => words.get(value) };
}

export const messageTypes = enumMapping<MessageType, MessageTypeMessage>({
  'user-message': MessageTypeMessage.MESSAGE_TYPE_USER_MESSAGE,
  'agent-message': MessageTypeMessage.MESSAGE_TYPE_AGENT_MESSAGE,
  'agent-inner-thought': MessageTypeMessage.MESSAGE_TYPE_AGENT_INNER_THOUGHT,
  'external-event': MessageTypeMessage.MESSAGE_TYPE_EXTERNAL_EVENT,
});

export const interactionKinds = enumMapping<InteractionKind, InteractionKindMessage>({
  greeting: InteractionKindMessage.INTERACTION_KIND_GREETING,
  'user-message': InteractionKindMessage.INTERACTION_KIND_USER_MESSAGE,
  'external-event': InteractionKindMessage.INTERACTION_KIND_EXTERNAL_EVENT,
  skip: InteractionKindMessage.INTERACTION_KIND_SKIP,
});

export const voidReasons = enumMapping<VoidReason, VoidReasonMessage>({
  cancelled: VoidReasonMessage.VOID_REASON_CANCELLED,
  failed: VoidReasonMessage.VOID_REASON_FAILED,
  'lease-expired': VoidReasonMessage.VOID_REASON_LEASE_EXPIRED,
  'owner-restarted': VoidReasonMessage.VOID_REASON_OWNER_RESTARTED,
  deletion: VoidReasonMessage.VOID_REASON_DELETION,
});

export const finishReasons = enumMapping<FinishReason, FinishReasonMessage>({
  requested: FinishReasonMessage.FINISH_REASON_REQUESTED,
  completed: FinishReasonMessage.FINISH_REASON_COMPLETED,
  deletion: FinishReasonMessage.FINISH_REASON_DELETION,
});
