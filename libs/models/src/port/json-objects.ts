import { ReasoningFilter } from '../said/reasoning-filter.js';

/** Bound of the search: what was requested is never after it. */
const maxSearched = 100_000;

/** Braces that are tried as the start of an object. Together with the length, this bounds the work. */
const maxAttempts = 20;

/**
 * The outermost JSON objects in a model's response, in order. Models wrap their result in reasoning, code fences, or sentences
 * before or after it.
 */
export function jsonObjects(answer: string): readonly Readonly<Record<string, unknown>>[] {
  const { text, hasUnopened } = withoutThoughts(answer);
  const found = objectsIn(text.slice(0, maxSearched));
  // An object may quote what looks like the end of reasoning.
  return found.length === 0 && hasUnopened ? objectsIn(answer.slice(0, maxSearched)) : found;
}

function objectsIn(searched: string): readonly Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = [];
  let start = searched.indexOf('{');
  for (let attempt = 0; attempt < maxAttempts && start >= 0; attempt += 1) {
    const end = objectEnd(searched, start);
    const value = end === null ? null : parsed(searched.slice(start, end));
    if (value !== null) found.push(value);
    start = searched.indexOf('{', value === null || end === null ? start + 1 : end);
  }
  return found;
}

/** The response without its reasoning, unless nothing ends that. Linear time for any text. */
export function withoutReasoning(answer: string): string {
  return withoutThoughts(answer).text;
}

/** Whether a response begins with reasoning that has no opening tag. JSON may quote such a tag. */
export function hasUnopenedReasoning(answer: string): boolean {
  return !answer.trimStart().startsWith('{') && withoutThoughts(answer).hasUnopened;
}

function withoutThoughts(answer: string): { readonly text: string; readonly hasUnopened: boolean } {
  const filter = new ReasoningFilter(true);
  const text = filter.push(answer).text + filter.end().text + filter.unclosed;
  return { text: text.trim(), hasUnopened: filter.hasUnopened };
}

/** The index after the brace that closes the one at `start`; null when none does. */
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
