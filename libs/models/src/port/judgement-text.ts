import type { Choice, Judgement } from '@svc/engine';
import { jsonObjects, withoutReasoning } from './json-objects.js';

/**
 * The judgement in a model's response, or null when it has none of the offered choices. Some models return the choice's text or
 * only its id.
 */
export function readJudgement(answer: string, choices: readonly Choice[]): Judgement | null {
  // The last object counts: models correct themselves at the end.
  for (const candidate of jsonObjects(answer).toReversed()) {
    const choice = 'choice' in candidate ? offered(candidate['choice'], choices) : null;
    if (choice !== null) return { choice: choice.id, reason: reasonOf(candidate) };
  }
  const only = offered(withoutReasoning(answer), choices);
  return only === null ? null : { choice: only.id, reason: 'The model gave no reason.' };
}

/** The choice that a response names, by id or text; null when none or more than one matches. */
export function offered(given: unknown, choices: readonly Choice[]): Choice | null {
  if (typeof given !== 'string') return null;
  const wanted = plain(given);
  const wantedId = idIn(wanted);
  const byId = choices.find((choice) => idIn(plain(choice.id)) === wantedId);
  if (byId !== undefined) return byId;
  const byText = choices.filter(
    (choice) => plain(choice.text) === wanted || plain(`${choice.id}: ${choice.text}`) === wanted,
  );
  return byText.length === 1 ? (byText[0] ?? null) : null;
}

function plain(text: string): string {
  return withoutMarks(text.trim()).replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Models write `exit 1` and `Exit-1` for `exit_1`. */
function idIn(text: string): string {
  return text.replaceAll(/[\s_-]+/g, '_');
}

/** Without quotation marks around it and a full stop at its end. */
function withoutMarks(text: string): string {
  let start = 0;
  while (start < text.length && `"'\`*`.includes(text.charAt(start))) start += 1;
  let end = text.length;
  while (end > start && `"'\`*.`.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function reasonOf(candidate: Readonly<Record<string, unknown>>): string {
  const reason = candidate['reason'];
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : 'The model gave no reason.';
}
