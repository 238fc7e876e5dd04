import type { Scene, ToolOffer } from '@svc/engine';
import type { JsonObject, JsonValue } from '@svc/kernel';
import { detailsIn, type DetailKind } from '../hearing/details.js';
import { looked, normalized } from '../words/tokens.js';
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

/** The user's texts, the latest first. */
function toldBy({ transcript, input }: Scene): readonly string[] {
  const earlier = transcript.filter(({ type }) => type === 'user-message').map(({ text }) => text);
  const now = input.kind === 'user-message' ? [input.text] : [];
  return [...earlier, ...now].toReversed().map(looked);
}

function valueIn(
  texts: readonly string[],
  name: string,
  schema: JsonObject,
  scene: Scene,
): JsonValue | undefined {
  const read = readerOf(name, schema, scene);
  for (const text of texts) {
    const value = read(text);
    if (value !== undefined) return value;
  }
  if (schema['default'] !== undefined) return schema['default'];
  return isName(name) ? (scene.user.displayName ?? undefined) : undefined;
}

type Reader = (text: string) => JsonValue | undefined;

function readerOf(name: string, { type, format, enum: words }: JsonObject, scene: Scene): Reader {
  if (Array.isArray(words)) return (text) => wordIn(text, words as readonly JsonValue[]);
  if (type === 'number' || type === 'integer') return numberIn;
  if (type !== 'string') return () => undefined;
  const kind = kindOf(name, format);
  if (kind === 'name') return nameIn;
  if (kind === null) return () => undefined;
  return (text) => {
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
