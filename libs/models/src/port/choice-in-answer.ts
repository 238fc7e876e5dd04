import type { Choice } from '@svc/engine';
import { ReasoningFilter } from '../said/reasoning-filter.js';
import { offered } from './judgement-text.js';

/**
 * Bound of the search for a choice, blanks included: some models send blanks without end, and each search would take longer.
 */
const maxCharacters = 4_000;

/**
 * Finds the choice in a streaming response. It reports only what is certain: the response is the requested object, and its
 * `choice` is complete and was offered. Everything else is left to the reader of the whole response.
 */
export class ChoiceInAnswer {
  readonly #thinking: ReasoningFilter;
  #text = '';
  #isOver = false;

  /** @param isUnopened reasoning comes first, without an opening tag */
  constructor(
    private readonly choices: readonly Choice[],
    isUnopened = false,
  ) {
    this.#thinking = new ReasoningFilter(isUnopened);
  }

  /** The `id` of the choice, once, when this piece completes it. */
  push(piece: string): string | null {
    if (this.#isOver) return null;
    this.#text += this.#thinking.push(piece).text;
    const object = this.#text.trimStart().replace(/^```(?:json)?(?:\s+|(?={))/, '');
    const isObject = object === '' || object.startsWith('{') || '```json'.startsWith(object);
    if (!isObject || this.#text.length > maxCharacters) this.#isOver = true;
    const value = this.#isOver ? null : stringAt(object, 'choice');
    if (value === null) return null;
    this.#isOver = true;
    return offered(value, this.choices)?.id ?? null;
  }
}

/** A token, complete or not: a string, a number or word, or a bracket. */
const token = /\s*(?:"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|[{}[\],:])/gy;

/** The string under a key of an object, once it is complete; null before, or where there is none. */
function stringAt(object: string, key: string): string | null {
  let depth = 0;
  let isKey = true;
  let name: unknown = null;
  for (const [match] of object.matchAll(token)) {
    const text = match.trim();
    if (text === '{' || text === '[') depth += 1;
    else if (text === '}' || text === ']') depth -= 1;
    else if (depth !== 1) continue;
    else if (text === ',') isKey = true;
    else if (text === ':') isKey = false;
    else if (isKey) name = parsed(text);
    else if (name === key) return typeof parsed(text) === 'string' ? (parsed(text) as string) : null;
    if (depth === 0) return null;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
