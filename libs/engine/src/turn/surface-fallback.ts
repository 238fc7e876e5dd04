import { hasAtMostCharacters, hasVisibleText, type JsonObject } from '@svc/kernel';
import type { CollectedValues } from '../collection/collected.js';
import type { CollectionField, CollectionState } from '../graph/context-graph.js';
import type { SurfaceRequest } from '../protocol/turn-result.js';

/** As a form has it. */
const fieldTypes: Readonly<Record<CollectionField['type'], string>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  phone: 'phone',
  email: 'email',
  boolean: 'checkbox',
  select: 'select',
  multiselect: 'multiselect',
};

/** Of titles, labels and options of forms, in characters. Those of collections may be longer. */
const maxTextCharacters = 256;
/** Of a text that a form holds. */
const maxValueLength = 2_000;

/** The fields of a collection as a form, in the words of the API; what is known already is filled in. */
export function fallbackOf(state: CollectionState, known: CollectedValues): SurfaceRequest {
  const { objective, name } = state;
  const title = cut(hasVisibleText(objective) ? objective : name);
  const spec: JsonObject = { title, fields: state.fields.map((field) => formField(field, known)) };
  return { purpose: 'fallback', state: name, spec };
}

function formField(field: CollectionField, known: CollectedValues): JsonObject {
  const { key, type, label, isRequired, options } = field;
  const isText = isChoice(type) && !isOffered(options);
  const value = isText ? asText(known[key]) : known[key];
  return {
    key,
    label: cut(label),
    field_type: isText ? 'text' : fieldTypes[type],
    required: isRequired,
    ...(isText || options.length === 0 ? {} : { options }),
    ...(value === undefined ? {} : { prefill_value: value }),
  };
}

function isChoice(type: CollectionField['type']): boolean {
  return type === 'select' || type === 'multiselect';
}

/** Others are filled in as text, which the collection checks once it is told. */
function isOffered(options: readonly string[]): boolean {
  return options.length > 0 && options.every((option) => hasAtMostCharacters(option, maxTextCharacters));
}

function asText(value: CollectedValues[string] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join(', ') : value?.toString();
  return text !== undefined && text.length <= maxValueLength ? text : undefined;
}

function cut(text: string): string {
  return hasAtMostCharacters(text, maxTextCharacters)
    ? text
    : Array.from(text.slice(0, 2 * maxTextCharacters))
        .slice(0, maxTextCharacters)
        .join('');
}
