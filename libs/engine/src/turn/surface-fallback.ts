import type { JsonObject } from '@svc/kernel';
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

const maxTitleCharacters = 256;

/** The fields of a collection as a form, in the words of the API; what is known already is filled in. */
export function fallbackOf(state: CollectionState, known: CollectedValues): SurfaceRequest {
  const title = state.objective.slice(0, maxTitleCharacters);
  const spec: JsonObject = { title, fields: state.fields.map((field) => formField(field, known)) };
  return { purpose: 'fallback', state: state.name, spec };
}

function formField(
  { key, type, label, isRequired, options }: CollectionField,
  known: CollectedValues,
): JsonObject {
  const value = known[key];
  return {
    key,
    label,
    field_type: fieldTypes[type],
    required: isRequired,
    ...(options.length === 0 ? {} : { options }),
    ...(value === undefined ? {} : { prefill_value: value }),
  };
}
