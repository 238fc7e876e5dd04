import type { Choice, Judgement } from '@svc/engine';

/**
 * The judgement in a model's answer, or null when there is none among those offered. Models wrap what they are asked
 * for: in reasoning, in code fences, in a sentence before or after; some answer with the choice's text or its bare id.
 */
export function readJudgement(answer: string, choices: readonly Choice[]): Judgement | null {
  const text = answer.replaceAll(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, ' ').trim();
  // The last object counts: a model that corrects itself does so at the end.
  for (const candidate of jsonObjects(text).toReversed()) {
    const choice = 'choice' in candidate ? offered(candidate['choice'], choices) : null;
    if (choice !== null) return { choice: choice.id, reason: reasonOf(candidate) };
  }
  const only = offered(text, choices);
  return only === null ? null : { choice: only.id, reason: 'The model gave no reason.' };
}

function offered(given: unknown, choices: readonly Choice[]): Choice | null {
  if (typeof given !== 'string') return null;
  const wanted = plain(given);
  const byId = choices.find((choice) => plain(choice.id) === wanted);
  if (byId !== undefined) return byId;
  const byText = choices.filter(
    (choice) => plain(choice.text) === wanted || plain(`${choice.id}: ${choice.text}`) === wanted,
  );
  return byText.length === 1 ? (byText[0] ?? null) : null;
}

function plain(text: string): string {
  return text
    .trim()
    .replaceAll(/^["'`*]+|["'`*.]+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
}

function reasonOf(candidate: Readonly<Record<string, unknown>>): string {
  const reason = candidate['reason'];
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : 'The model gave no reason.';
}

/** Longest answer that is searched: beyond it, nothing that was asked for stands. */
const maxSearched = 100_000;

/** Braces at which an object is looked for: with the length searched, this bounds the work. */
const maxAttempts = 20;

/** The JSON objects that stand in a text, outermost ones, in order. */
function jsonObjects(text: string): readonly Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = [];
  const searched = text.slice(0, maxSearched);
  let start = searched.indexOf('{');
  for (let attempt = 0; attempt < maxAttempts && start >= 0; attempt += 1) {
    const end = objectEnd(searched, start);
    const value = end === null ? null : parsed(searched.slice(start, end));
    if (value !== null) found.push(value);
    start = searched.indexOf('{', value === null || end === null ? start + 1 : end);
  }
  return found;
}

/** Behind the brace that closes the one at `start`; null when none does. */
function objectEnd(text: string, start: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let place = start; place < text.length; place += 1) {
    const character = text[place];
    if (isInString) {
      if (character === '\\') place += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return null;
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
