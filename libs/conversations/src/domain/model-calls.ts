import type { PromptMessage, RecordedCall } from '@svc/engine';
import type { ConversationEvent } from './conversation-event.js';
import type { ModelCallRecorded, ModelExchange } from './model-call-record.js';

/** The calls of one commit: each for itself, and what was said in all of them together. */
export function modelCallEvents(
  interactionId: string,
  calls: readonly RecordedCall[],
): readonly ConversationEvent[] {
  if (calls.length === 0) return [];
  return [
    ...calls.map((call): ConversationEvent => ({
      type: 'ModelCallRecorded',
      data: withoutWords(interactionId, call),
    })),
    { type: 'ModelExchangesRecorded', data: { interactionId, exchanges: calls.map(words) } },
  ];
}

function withoutWords(interactionId: string, call: RecordedCall): ModelCallRecorded {
  const { id: callId, kind, callKey, requestHash, model, failure } = call;
  const attempts = call.attempts.map(
    ({ addedMessages: _sent, pieces: _said, reasoning: _thought, raw: _came, ...facts }) => facts,
  );
  return { interactionId, callId, kind, callKey, requestHash, model, attempts, failure };
}

function words({ id: callId, request, attempts, judgement }: RecordedCall): ModelExchange {
  const said = attempts.map(({ addedMessages, pieces, reasoning, raw }) => ({
    addedMessages,
    pieces,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(raw === undefined ? {} : { raw }),
  }));
  return { callId, request, attempts: said, judgement };
}

/** The inverse of `modelCallEvents`: undefined when the words of a call are erased. */
export function recordedCall(
  { callId: id, kind, callKey, requestHash, model, attempts, failure }: ModelCallRecorded,
  exchange: ModelExchange | undefined,
): RecordedCall | undefined {
  if (exchange === undefined) return undefined;
  const { request, judgement } = exchange;
  const nothing = { addedMessages: [] as readonly PromptMessage[], pieces: [] };
  const whole = attempts.map((attempt, place) => ({ ...attempt, ...(exchange.attempts[place] ?? nothing) }));
  return { id, kind, callKey, requestHash, model, request, attempts: whole, judgement, failure };
}
