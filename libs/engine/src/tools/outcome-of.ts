import { toStorableJson } from './storable-json.js';
import type { ToolCall, ToolOutcome } from '../input/tool-call.js';
import type { ToolFact } from '../protocol/turn-fact.js';
import { tooLong } from './persistence.js';

const maxReasonCharacters = 1_000;

/** What a driver's answer means for its call. */
export type ToolAnswer = ToolFact extends infer Fact
  ? Fact extends ToolFact
    ? Omit<Fact, 'id'>
    : never
  : never;

/** The outcome of a call, as it is handled and stored. */
export function outcomeOf(
  { handling }: Pick<ToolCall, 'handling'>,
  answer: ToolAnswer,
  endedAtMs: number,
): ToolOutcome {
  const { durationMs } = answer;
  const nothing = { failure: null, reason: null, result: null, durationMs, endedAtMs };
  switch (answer.type) {
    case 'tool-ended': {
      const result = toStorableJson(answer.result);
      const reason = tooLong(handling.resultPersistence, result);
      if (reason !== null) return { ...nothing, status: 'failed', failure: 'generic', reason };
      return { ...nothing, status: 'ended', result };
    }
    case 'tool-failed':
      return { ...nothing, status: 'failed', failure: answer.failure, reason: bounded(answer.reason) };
    case 'tool-unknown':
      return { ...nothing, status: 'unknown', reason: bounded(answer.reason) };
  }
}

function bounded(reason: string): string {
  return toStorableJson(reason.slice(0, maxReasonCharacters)) as string;
}
