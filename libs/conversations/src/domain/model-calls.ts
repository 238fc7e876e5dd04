import type { PromptMessage, RecordedCall } from '@svc/engine';
import type { ModelCallFigures, ModelExchange } from './model-call-record.js';

export function figuresOf(call: RecordedCall): ModelCallFigures {
  const { id: callId, kind, callKey, requestHash, model, failure } = call;
  const attempts = call.attempts.map(
    ({ addedMessages: _sent, pieces: _said, reasoning: _thought, raw: _came, ...facts }) => facts,
  );
  return { callId, kind, callKey, requestHash, model, attempts, failure };
}

export function exchangeOf({ request, attempts, judgement }: RecordedCall): ModelExchange {
  const said = attempts.map(({ addedMessages, pieces, reasoning, raw }) => ({
    addedMessages,
    pieces,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(raw === undefined ? {} : { raw }),
  }));
  return { request, attempts: said, judgement };
}

/** A call from its two parts. */
export function recordedCall(figures: ModelCallFigures, exchange: ModelExchange): RecordedCall {
  const { callId: id, kind, callKey, requestHash, model, attempts, failure } = figures;
  const { request, judgement } = exchange;
  const nothing = { addedMessages: [] as readonly PromptMessage[], pieces: [] };
  const whole = attempts.map((attempt, place) => ({ ...attempt, ...(exchange.attempts[place] ?? nothing) }));
  return { id, kind, callKey, requestHash, model, request, attempts: whole, judgement, failure };
}
