import type { ModelCall as ModelCallProto } from '@svc/contracts/conversations';
import type { CallFailure, CallKind, FinishReason, ModelUsage } from '@svc/engine';
import type { OfMessage } from '@svc/kernel';
import type { ModelCallFigures } from '../domain/model-call-record.js';
import { stored } from './stored-value.js';

type Attempt = ModelCallFigures['attempts'][number];
type CallMessage = OfMessage<ModelCallProto>;

export function modelCallToProto(call: ModelCallFigures): CallMessage {
  return { ...call, attempts: call.attempts.map(attemptToProto) };
}

/** Only the engine writes kinds, reasons and failures. */
export function modelCallFromProto(message: CallMessage): ModelCallFigures {
  return {
    ...message,
    kind: message.kind as CallKind,
    attempts: message.attempts.map(attemptFromProto),
    failure: message.failure as CallFailure | null,
  };
}

function attemptToProto(attempt: Attempt): CallMessage['attempts'][number] {
  return { ...attempt, model: attempt.model ?? null };
}

function attemptFromProto({ model, ...message }: CallMessage['attempts'][number]): Attempt {
  return {
    ...message,
    finishReason: message.finishReason as FinishReason | null,
    usage: stored<ModelUsage>(message.usage, 'usage'),
    failure: message.failure as CallFailure | null,
    ...(model === null ? {} : { model }),
  };
}
