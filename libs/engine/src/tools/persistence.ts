import type { JsonValue } from '@svc/kernel';
import type { ResultPersistence } from '../graph/tool-spec.js';
import type { ToolCall, ToolOutcome } from '../input/tool-call.js';
import { withheldText } from '../model/withheld-text.js';

/** Of a result that is `persisted`, or `persisted-preferred` and kept; as text, in UTF-16 code units. */
export const maxPersistedCharacters = 5_000;

/** Bound of any result, as text, in UTF-16 code units: it is in events and prompts. */
export const maxResultCharacters = 100_000;

/** A result as text: what is text already, else its JSON. */
export function resultText(result: JsonValue): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}

/** Whether the turns after this one are shown the outcome. Failures always are. */
export function isKept(persistence: ResultPersistence, { status, result }: ToolOutcome): boolean {
  if (status !== 'ended') return true;
  switch (persistence) {
    case 'ephemeral':
      return false;
    case 'persisted-preferred':
      return resultText(result).length < maxPersistedCharacters;
    case 'persisted':
    case 'accumulate':
    case 'override':
      return true;
  }
}

/** What is stored of an outcome: of an `ephemeral` one, neither the result nor the reason, which may hold what a server has said. */
export function storedOutcome({ handling }: Pick<ToolCall, 'handling'>, outcome: ToolOutcome): ToolOutcome {
  if (handling.resultPersistence !== 'ephemeral') return outcome;
  return { ...outcome, result: null, reason: outcome.reason === null ? null : withheldText };
}

/** Why a result can't be taken, in words for the model; null where it can. */
export function tooLong(persistence: ResultPersistence, result: JsonValue): string | null {
  const most = persistence === 'persisted' ? maxPersistedCharacters : maxResultCharacters;
  const { length } = resultText(result);
  return length <= most ? null : `The result has ${length} characters, and at most ${most} are taken.`;
}
