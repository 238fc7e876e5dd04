import type { JsonObject, JsonValue } from '@svc/kernel';
import type { CollectionField, CollectionState } from '../graph/context-graph.js';
import { checkedValue, type FieldValue } from './field-value.js';

/** Values by the key of their field. */
export type CollectedValues = Readonly<Record<string, FieldValue>>;

/** A value that can't be kept, for the next question. */
export interface RefusedValue {
  readonly field: CollectionField;
  readonly reason: string;
}

/** What a collection knows after one more answer of the user. */
export interface Collected {
  readonly values: CollectedValues;
  readonly refused: readonly RefusedValue[];
}

/** The values known before and those of an answer, which count more: the user may correct what they have said. */
export function collected(
  { fields }: CollectionState,
  known: CollectedValues,
  answer: JsonObject,
): Collected {
  const values = new Map(Object.entries(known));
  const refused: RefusedValue[] = [];
  for (const field of fields) {
    const given = Object.hasOwn(answer, field.key) ? answer[field.key] : undefined;
    if (given === undefined || given === null || given === '') continue;
    const checked = checkedValue(field, given);
    if ('value' in checked) values.set(field.key, checked.value);
    else refused.push({ field, reason: checked.reason });
  }
  return { values: Object.fromEntries(values), refused };
}

/** The required fields without a value, in the author's order. */
export function missingFields(
  { fields }: CollectionState,
  values: CollectedValues,
): readonly CollectionField[] {
  return fields.filter(({ key, isRequired }) => isRequired && !Object.hasOwn(values, key));
}

/** JSON Schema of an answer: what the user has not said is left out of it. */
export function answerSchema({ fields }: CollectionState): JsonObject {
  const properties = fields.map((field): [string, JsonValue] => [field.key, schemaOf(field)]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

function schemaOf({ type, label, options, validation }: CollectionField): JsonObject {
  const description = validation === null ? label : `${label} (${validation})`;
  const among: JsonObject = options.length > 0 ? { enum: options } : {};
  switch (type) {
    case 'text':
      return { type: 'string', description };
    case 'number':
      return { type: 'number', description };
    case 'date':
      return { type: 'string', format: 'date', description };
    case 'phone':
      return { type: 'string', description: `${description}; a phone number` };
    case 'email':
      return { type: 'string', format: 'email', description };
    case 'boolean':
      return { type: 'boolean', description };
    case 'select':
      return { type: 'string', ...among, description };
    case 'multiselect':
      return { type: 'array', items: { type: 'string', ...among }, description };
  }
}
