import {
  FinishReason as FinishReasonProto,
  InteractionKind as InteractionKindProto,
  MessageType as MessageTypeProto,
  VoidReason as VoidReasonProto,
} from '@svc/contracts/conversations';
import type { FinishReason, InteractionKind, VoidReason } from '../domain/conversation-event.js';
import type { MessageType } from '../domain/message.js';

/** Maps between words of the domain and values of a proto enum, both ways. */
export interface EnumMapping<Word extends string, Value extends string> {
  toProto(word: Word): Value;
  /** Undefined for "unspecified" and for values of a newer contract. */
  fromProto(value: Value): Word | undefined;
}

export function enumMapping<Word extends string, Value extends string>(
  values: Readonly<Record<Word, Value>>,
): EnumMapping<Word, Value> {
  const words = new Map(Object.entries(values).map(([word, value]) => [value as Value, word as Word]));
  return { toProto: (word) => values[word], fromProto: (value) => words.get(value) };
}

export const messageTypes = enumMapping<MessageType, MessageTypeProto>({
  'user-message': MessageTypeProto.MESSAGE_TYPE_USER_MESSAGE,
  'agent-message': MessageTypeProto.MESSAGE_TYPE_AGENT_MESSAGE,
  'agent-inner-thought': MessageTypeProto.MESSAGE_TYPE_AGENT_INNER_THOUGHT,
  'external-event': MessageTypeProto.MESSAGE_TYPE_EXTERNAL_EVENT,
});

export const interactionKinds = enumMapping<InteractionKind, InteractionKindProto>({
  greeting: InteractionKindProto.INTERACTION_KIND_GREETING,
  'user-message': InteractionKindProto.INTERACTION_KIND_USER_MESSAGE,
  'external-event': InteractionKindProto.INTERACTION_KIND_EXTERNAL_EVENT,
  skip: InteractionKindProto.INTERACTION_KIND_SKIP,
});

export const voidReasons = enumMapping<VoidReason, VoidReasonProto>({
  cancelled: VoidReasonProto.VOID_REASON_CANCELLED,
  failed: VoidReasonProto.VOID_REASON_FAILED,
  'lease-expired': VoidReasonProto.VOID_REASON_LEASE_EXPIRED,
  'owner-restarted': VoidReasonProto.VOID_REASON_OWNER_RESTARTED,
  deletion: VoidReasonProto.VOID_REASON_DELETION,
});

export const finishReasons = enumMapping<FinishReason, FinishReasonProto>({
  requested: FinishReasonProto.FINISH_REASON_REQUESTED,
  completed: FinishReasonProto.FINISH_REASON_COMPLETED,
  deletion: FinishReasonProto.FINISH_REASON_DELETION,
});
