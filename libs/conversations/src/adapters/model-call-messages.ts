import type {
  ModelCallRecorded as ModelCallMessage,
  ModelExchangesRecorded as ExchangesMessage,
} from '@svc/contracts/conversations';
import type { CallFailure, CallKind, FinishReason, ModelUsage } from '@svc/engine';
import type { OfMessage } from '@svc/kernel';
import type { ModelCallRecorded, ModelExchangesRecorded } from '../domain/model-call-record.js';
import { packJson, unpackJson } from './packed-json.js';
import { stored } from './stored-value.js';

type Attempt = ModelCallRecorded['attempts'][number];
type CallMessage = OfMessage<ModelCallMessage>;

export function modelCallToMessage(call: ModelCallRecorded): CallMessage {
  return { ...call, attempts: call.attempts.map(attemptToMessage) };
}

/** Kinds, reasons and failures are written by the engine alone. */
export function modelCallFromMessage(message: CallMessage): ModelCallRecorded {
  return {
    ...message,
    kind: message.kind as CallKind,
    attempts: message.attempts.map(attemptFromMessage),
    failure: message.failure as CallFailure | null,
  };
}

export function exchangesToMessage(data: ModelExchangesRecorded): OfMessage<ExchangesMessage> {
  return { interactionId: data.interactionId, exchanges: packJson(data.exchanges) };
}

/** Of an erased subject the exchanges are absent. */
export function exchangesFromMessage(message: OfMessage<ExchangesMessage>): ModelExchangesRecorded {
  return { interactionId: message.interactionId, exchanges: unpackJson(message.exchanges) };
}

function attemptToMessage(attempt: Attempt): CallMessage['attempts'][number] {
  return { ...attempt, model: attempt.model ?? null };
}

function attemptFromMessage({ model, ...message }: CallMessage['attempts'][number]): Attempt {
  return {
    ...message,
    finishReason: message.finishReason as FinishReason | null,
    usage: stored<ModelUsage>(message.usage, 'usage'),
    failure: message.failure as CallFailure | null,
    ...(model === null ? {} : { model }),
  };
}
