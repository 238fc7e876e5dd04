import type { Choice } from '@svc/engine';
import { ReasoningFilter } from '../said/reasoning-filter.js';
import { offered } from './judgement-text.js';

/**
 * No choice stands behind so much of an answer, blanks included, which some models send without end: whoever looks for it on
 * and on would take longer and longer.
 */
const maxCharacters = 4_000;

/**
 * Finds the choice in an answer that is still under way. Found is only what is sure: an answer that is the object that was
 * asked for, whose `choice` is at its end and one of those offered. All else is left to whoever reads the whole answer.
 */
export class ChoiceInAnswer {
  readonly #thinking = new ReasoningFilter();
  #text = '';
  #isOver = false;

  constructor(private readonly choices: readonly Choice[]) {}

  /** The `id` of the choice, once, when this piece has brought it to its end. */
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

/** A value, or the begin of one: a string, a number or word, or what stands between brackets. */
const token = /\s*(?:"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|[{}[\],:])/gy;

/** The string that an object holds under a key, as soon as it is whole; null while it is not, or where there is none. */
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
