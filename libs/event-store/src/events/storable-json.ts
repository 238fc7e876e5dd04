import { canonicalJson, type JsonObject } from '@svc/kernel';
import { UnstorableTextError } from '../errors.js';

/** `JSON.stringify` writes U+0000 and lone surrogates as escapes; an escaped backslash before the `u` is ordinary text. */
const unstorableEscape = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** @throws UnstorableTextError when JSON text holds an escape for what Postgres and UTF-8 can't hold. */
export function assertStorableJson(json: string, where: string): void {
  const suspicious = json.includes('\\u0000') || json.includes('\\ud');
  if (suspicious && unstorableEscape.test(json)) throw new UnstorableTextError(where);
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Canonical text of a payload. @throws UnstorableTextError */
export function toStorableJson(value: JsonObject, where: string): string {
  const json = canonicalJson(value);
  assertStorableJson(json, where);
  return json;
}

/** Text that was stored as a JSON object. */
export function parseJsonObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new TypeError('What is stored is not a JSON object.');
  return value;
}
