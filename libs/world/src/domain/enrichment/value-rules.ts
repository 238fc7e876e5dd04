import { DomainError, FieldChecks, jsonBytes } from '@svc/errors';
import { canonicalJson, type JsonValue } from '@svc/kernel';
import type {
  EnrichmentKeyIdentity,
  EnrichmentKeySettings,
} from '../enrichment-key/enrichment-key-fields.js';
import { isDay } from '../entity/entity-rules.js';

export interface GivenValue {
  readonly value: JsonValue;
  /** Null: not compared with that of the key. */
  readonly valueType: string | null;
  readonly confidence: number;
}

export type KeyOfValue = Pick<EnrichmentKeyIdentity, 'key' | 'valueType'> &
  Pick<EnrichmentKeySettings, 'allowedValues' | 'minConfidence'>;

const maxValueBytes = 32 * 1_024;

/**
 * @throws DomainError `validation_failed` for a value that is too large or can't be stored; `invalid_request` for one of another type
 * or not among the allowed ones, and for a confidence below that of the key
 */
export function checkValue(key: KeyOfValue, { value, valueType, confidence }: GivenValue): void {
  new FieldChecks()
    .atMostBytes(['body', 'value'], jsonBytes(value), maxValueBytes)
    .storable(['body', 'value'], textsIn(value).join(''))
    .verify();
  if (valueType !== null && valueType !== key.valueType)
    throw refused(`The key ${key.key} is of the type ${key.valueType}, not ${valueType}.`);
  if (!isOfType(key, value)) throw refused(`The key ${key.key} takes ${whatIsTaken[key.valueType]}.`);
  if (confidence < key.minConfidence)
    throw refused(`The key ${key.key} takes no value with a confidence below ${key.minConfidence}.`);
}

const whatIsTaken = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a day (YYYY-MM-DD) or a time (RFC 3339)',
  enum: 'one of its allowed values',
  json: 'any value',
} as const;

function isOfType({ valueType, allowedValues }: KeyOfValue, value: JsonValue): boolean {
  switch (valueType) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === valueType;
    case 'date':
      return typeof value === 'string' && (isDay(value) || isTime(value));
    case 'enum':
      return allowedValues?.some((one) => canonicalJson(one) === canonicalJson(value)) ?? false;
    case 'json':
      return true;
  }
}

function isTime(text: string): boolean {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
  return form.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, 10));
}

/** Every text in it, names too. */
function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)];
}

function refused(words: string): DomainError {
  return new DomainError('invalid_request', words);
}
