import type { RecordedCall, RecordedFact } from '@svc/engine';
import { attempt } from '@svc/engine/attempts';

/** A call that got a message as its response. */
export function call(changes: Partial<RecordedCall> = {}): RecordedCall {
  return {
    id: 'i1/m.engage.talk.1',
    kind: 'engage',
    callKey: 'k',
    requestHash: 'h',
    model: 'scripted/test',
    request: { messages: [{ role: 'user', content: 'Hello' }], schema: null, settings: {} },
    attempts: [attempt(['Hel', 'lo.'])],
    judgement: null,
    failure: null,
    ...changes,
  };
}

const counted = {
  inputTokens: 900,
  cachedInputTokens: 512,
  cacheWriteTokens: 0,
  outputTokens: 40,
  reasoningTokens: 7,
};
/** One with everything that a call can have, and one with as little as possible. */
export const callsOfEachForm: readonly RecordedCall[] = [
  call({
    id: 'i1/m.navigate.talk.1',
    kind: 'navigate',
    request: {
      messages: [{ role: 'system', content: 'Choose.' }],
      schema: { type: 'object' },
      settings: { a: 1 },
    },
    attempts: [
      attempt(['No \ud83d', '\ude00 \u0000'], { failure: 'bad_output', durationMs: 12 }),
      attempt(['{}'], {
        addedMessages: [{ role: 'user', content: 'JSON, please.' }],
        rawFinishReason: 'stop',
        providerModel: 'model-2026-11-01',
        usage: counted,
        model: 'other/fallback',
        reasoning: 'Hm.',
        raw: '```{}```',
      }),
    ],
    judgement: { choice: 'c', reason: 'r' },
  }),
  call({ failure: 'timeout', attempts: [attempt([], { finishReason: null, failure: 'timeout' })] }),
];

/** Of `callsOfEachForm`. */
export const factsOfEachForm: readonly RecordedFact[] = [
  { type: 'turn-began', afterMs: 1_793_000_000_000 },
  { type: 'model-attempted', call: 0, afterMs: 12 },
  { type: 'model-attempted', call: 0, afterMs: 30 },
  { type: 'model-judged', call: 0, afterMs: 0 },
  { type: 'model-judged', call: 0, afterMs: 1, choice: 'late' },
  { type: 'model-said', call: 1, afterMs: [400, 15] },
  { type: 'model-said', call: 1, afterMs: [15], texts: ['\ud83d'] },
  { type: 'model-ended', call: 1, afterMs: 0 },
  { type: 'model-failed', call: 1, afterMs: 1, kind: 'timeout' },
  { type: 'model-failed', call: 1, afterMs: 1, kind: 'rate_limited', retryAfterSeconds: 7 },
  { type: 'cancelled', afterMs: 9 },
];
