import type { Scene, ToolOffer } from '@svc/engine';
import type { JsonObject, JsonValue } from '@svc/kernel';
import { answerKind } from '../hearing/answers.js';
import { detailsIn, isOfBirth, type DetailKind } from '../hearing/details.js';
import { echoOf } from '../hearing/form.js';
import { lastQuestion } from '../hearing/open-question.js';
import { contentTokens, looked, normalized } from '../words/tokens.js';
import { clockTime, isoDate } from './calendar.js';

/** The input of a tool, as far as it can be read from the conversation. */
export interface ReadInput {
  readonly input: JsonObject;
  /** Names of required properties that nobody has told. */
  readonly missing: readonly string[];
}

/** By rules: dates, times, numbers, addresses, names and enumerated words, each where it was told last. */
export function inputOf({ inputSchema }: ToolOffer, scene: Scene): ReadInput {
  const properties = isObject(inputSchema['properties']) ? inputSchema['properties'] : {};
  const required = Array.isArray(inputSchema['required'])
    ? (inputSchema['required'] as readonly JsonValue[])
    : [];
  const texts = toldBy(scene);
  const input: Record<string, JsonValue> = {};
  const missing: string[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const value = isObject(schema) ? valueIn(texts, name, schema, scene) : undefined;
    if (value !== undefined) input[name] = value;
    else if (required.includes(name)) missing.push(name);
  }
  return { input, missing };
}

/** What the user said, and the question that it answers. */
interface Told {
  readonly text: string;
  readonly question: string;
}

/** The latest first. */
function toldBy({ transcript, input }: Scene): readonly Told[] {
  let question = '';
  const told: Told[] = [];
  for (const { type, text } of transcript) {
    if (type === 'agent-message') question = lastQuestion(text);
    if (type === 'user-message') told.push({ text: looked(text), question });
  }
  if (input.kind === 'user-message') told.push({ text: looked(input.text), question });
  return told.toReversed();
}

function valueIn(
  told: readonly Told[],
  name: string,
  schema: JsonObject,
  scene: Scene,
): JsonValue | undefined {
  const read = readerOf(name, schema, scene);
  for (const one of told) {
    const value = read(one);
    if (value !== undefined) return value;
  }
  if (schema['default'] !== undefined) return schema['default'];
  return isName(name) ? (scene.user.displayName ?? undefined) : undefined;
}

type Reader = (told: Told) => JsonValue | undefined;

function readerOf(name: string, { type, format, enum: words }: JsonObject, scene: Scene): Reader {
  if (Array.isArray(words)) return ({ text }) => wordIn(text, words as readonly JsonValue[]);
  if (type === 'number' || type === 'integer') return ({ text }) => numberIn(text);
  if (type !== 'string') return () => undefined;
  const kind = kindOf(name, format);
  if (kind === 'name') return (told) => nameIn(told.text) ?? answered(told, name);
  if (kind === null) return (told) => answered(told, name);
  return ({ text, question }) => {
    if (kind === 'day' && isOfBirth(wordsOf(name)) !== (isOfBirth(text) || isOfBirth(question)))
      return undefined;
    const told = detailsIn(text).find((detail) => detail.kind === kind)?.text;
    if (told === undefined) return undefined;
    if (kind === 'day') return isoDate(told, scene) ?? (format === 'date' ? undefined : told);
    if (kind === 'time') return clockTime(told) ?? (format === 'time' ? undefined : told);
    return told;
  };
}

function kindOf(name: string, format: JsonValue | undefined): DetailKind | 'name' | null {
  const words = name.toLowerCase().split(/[^a-z]+|(?<=[a-z])(?=[A-Z])/);
  const has = (...any: readonly string[]): boolean => any.some((word) => words.includes(word));
  if (format === 'date' || has('date', 'day')) return 'day';
  if (format === 'time' || has('time', 'hour')) return 'time';
  if (format === 'email' || has('email', 'mail')) return 'email';
  if (has('phone', 'telephone', 'mobile')) return 'phone';
  return isName(name) ? 'name' : null;
}

/** An answer to the question for just this: "Ada Field" to "What is your full name?" */
function answered({ text, question }: Told, name: string): string | undefined {
  const asked = new Set(contentTokens(question).map(({ stem }) => stem));
  const wanted = contentTokens(wordsOf(name));
  const { isQuestion, isIgnorance, isGreeting, offTopic } = answerKind(text);
  const tellsNothing = isQuestion || isIgnorance || isGreeting || offTopic !== null;
  if (tellsNothing || wanted.length === 0 || !wanted.every(({ stem }) => asked.has(stem))) return undefined;
  return echoOf(text) ?? undefined;
}

/** `date_of_birth` → `date of birth` */
function wordsOf(name: string): string {
  return name.replaceAll(/[^a-z0-9]+/gi, ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

function isName(name: string): boolean {
  return /(?:^|_)name$/i.test(name);
}

function nameIn(text: string): string | undefined {
  return /\b(?:my name is|i am called|i'm called|call me|this is) (\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*){0,3})/iu.exec(
    text,
  )?.[1];
}

function numberIn(text: string): number | undefined {
  const told = /(?<![\d.:/-])-?\d{1,9}(?:\.\d{1,6})?(?![\d:/-])/.exec(text)?.[0];
  return told === undefined ? undefined : Number(told);
}

/** The enumerated word that was told last. */
function wordIn(text: string, words: readonly JsonValue[]): string | undefined {
  const heard = ` ${normalized(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const places = words.flatMap((word) => {
    if (typeof word !== 'string') return [];
    const place = heard.lastIndexOf(` ${normalized(word).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `);
    return place < 0 ? [] : [{ word, place }];
  });
  return places.toSorted((one, other) => other.place - one.place)[0]?.word;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
