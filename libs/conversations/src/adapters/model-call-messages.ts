import type { ModelCall as ModelCallMessage } from '@svc/contracts/conversations';
import type { CallFailure, CallKind, FinishReason, ModelUsage } from '@svc/engine';
import type { OfMessage } from '@svc/kernel';
import type { ModelCallFigures } from '../domain/model-call-record.js';
import { stored } from './stored-value.js';

type Attempt = ModelCallFigures['attempts'][number];
type CallMessage = OfMessage<ModelCallMessage>;

export function modelCallToMessage(call: ModelCallFigures): CallMessage {
  return { ...call, attempts: call.attempts.map(attemptToMessage) };
}

/** Kinds, reasons and failures are written by the engine alone. */
export function modelCallFromMessage(message: CallMessage): ModelCallFigures {
  return {
    ...message,
    kind: message.kind as CallKind,
    attempts: message.attempts.map(attemptFromMessage),
    failure: message.failure as CallFailure | null,
  };
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
