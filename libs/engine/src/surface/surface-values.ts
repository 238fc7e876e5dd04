import { checkedValue, type FieldValue } from '../collection/field-value.js';
import type { CollectionFieldType } from '../graph/context-graph.js';
import { hasAtMostCharacters, type JsonValue } from '@svc/kernel';
import type { SurfaceConditionSpec, SurfaceFieldSpec, SurfaceSpec } from './surface-form.js';

export type SurfaceValue = FieldValue;
/** Values by the key of their field. */
export type SurfaceValues = Readonly<Record<string, SurfaceValue>>;
export type CheckedSurfaceValue = { readonly value: SurfaceValue } | { readonly reason: string };

const maxLongTextCharacters = 10_000;

const engineTypes: Readonly<Record<string, CollectionFieldType>> = {
  text: 'text',
  date: 'date',
  phone: 'phone',
  email: 'email',
  number: 'number',
  select: 'select',
  multiselect: 'multiselect',
  checkbox: 'boolean',
};

/** Checks a value against its field, and brings it into the one form in which it is kept: that of collections. */
export function checkedSurfaceValue(field: SurfaceFieldSpec, given: unknown): CheckedSurfaceValue {
  const checked = typed(field, given as JsonValue);
  if ('reason' in checked) return checked;
  const reason = outOfBounds(field, checked.value);
  return reason === null ? checked : { reason };
}

/** Whether a value takes the one that is there away. */
export function isEmptyValue(given: unknown): boolean {
  if (given === null || (Array.isArray(given) && given.length === 0)) return true;
  return typeof given === 'string' && given.trim() === '';
}

/** Whether a person can give a field a value. */
export function takesValue({ field_type: type }: SurfaceFieldSpec): boolean {
  return type !== 'heading' && type !== 'info';
}

function typed(field: SurfaceFieldSpec, given: JsonValue): CheckedSurfaceValue {
  const { key, label, field_type: fieldType, options, validation } = field;
  if (fieldType === 'textarea') return longText(given);
  const type = engineTypes[fieldType];
  if (type === undefined) return { reason: `a field of the type ${fieldType} takes no value` };
  const pattern = validation?.pattern === undefined ? null : `/${validation.pattern}/`;
  return checkedValue(
    { key, label, type, isRequired: true, options: options ?? [], validation: pattern, askPrompt: null },
    given,
  );
}

function longText(given: JsonValue): CheckedSurfaceValue {
  if (typeof given !== 'string' || given.trim() === '') return { reason: 'it must be a text' };
  if (!hasAtMostCharacters(given, maxLongTextCharacters))
    return { reason: `it must have at most ${maxLongTextCharacters} characters` };
  return { value: given };
}

function outOfBounds({ validation }: SurfaceFieldSpec, value: SurfaceValue): string | null {
  const { min_length: least, max_length: most, min, max } = validation ?? {};
  if (typeof value === 'string') {
    if (least !== undefined && hasAtMostCharacters(value, least - 1))
      return `it must have at least ${least} characters`;
    if (most !== undefined && !hasAtMostCharacters(value, most))
      return `it must have at most ${most} characters`;
  }
  if (typeof value === 'number') {
    if (min !== undefined && value < min) return `it must be at least ${min}`;
    if (max !== undefined && value > max) return `it must be at most ${max}`;
  }
  return null;
}

/**
 * What a form holds: the values that were saved, and those that it was prefilled with, which stand until they are changed. A consent is
 * the person's own, so none is prefilled.
 */
export function valuesOf(
  spec: SurfaceSpec,
  saved: Readonly<Record<string, SurfaceValue | null>>,
): SurfaceValues {
  const values = new Map<string, SurfaceValue>();
  for (const field of spec.fields) {
    const value = Object.hasOwn(saved, field.key) ? (saved[field.key] ?? null) : prefilled(field);
    if (value !== null) values.set(field.key, value);
  }
  return Object.fromEntries(values);
}

function prefilled(field: SurfaceFieldSpec): SurfaceValue | null {
  if (field.prefill_value === null || field.consent_text !== null) return null;
  const checked = checkedSurfaceValue(field, field.prefill_value);
  return 'value' in checked ? checked.value : null;
}

/** The fields that conditions leave, which count: a hidden one has no value for the conditions of others. */
export function visibleFields(spec: SurfaceSpec, values: SurfaceValues): readonly SurfaceFieldSpec[] {
  const shown = new Map<string, SurfaceValue | undefined>();
  const meets = (condition: SurfaceConditionSpec | null) =>
    condition === null || isMet(condition, shown.get(condition.field));
  return spec.fields.filter((field) => {
    const sections = (spec.sections ?? []).filter(({ field_keys: keys }) => keys.includes(field.key));
    const isShown =
      meets(field.condition) && (sections.length === 0 || sections.some(({ condition }) => meets(condition)));
    if (isShown) shown.set(field.key, Object.hasOwn(values, field.key) ? values[field.key] : undefined);
    return isShown;
  });
}

function isMet(
  { equals, not_equals: not, in: among }: SurfaceConditionSpec,
  value: SurfaceValue | undefined,
) {
  const has = (one: string | number | boolean) =>
    Array.isArray(value) ? value.includes(String(one)) : value === one;
  if (equals !== undefined) return has(equals);
  if (not !== undefined) return !has(not);
  return (among ?? []).some(has);
}

/** The required fields without a value; a consent is only given by true. */
export function missingFieldsOf(spec: SurfaceSpec, values: SurfaceValues): readonly SurfaceFieldSpec[] {
  return visibleFields(spec, values).filter((field) => {
    if (!field.required || !takesValue(field)) return false;
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
    return value === undefined || (field.consent_text !== null && value !== true);
  });
}
