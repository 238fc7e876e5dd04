import { compilePattern } from '@svc/patterns';
import type { JsonValue } from '@svc/kernel';
import type { CollectionField } from '../graph/context-graph.js';

/** What a field can hold: a text, a number, a boolean, or the chosen options. */
export type FieldValue = string | number | boolean | readonly string[];

/** A value as it is kept, or why it can't be. */
export type CheckedValue = { readonly value: FieldValue } | { readonly reason: string };

/** In UTF-16 code units. */
const maxValueCharacters = 2_000;

/** Checks a value against its field, and brings it into the one form in which it is kept. */
export function checkedValue(field: CollectionField, given: JsonValue): CheckedValue {
  const checked = typed(field, typeof given === 'string' ? given.trim() : given);
  if ('reason' in checked) return checked;
  const refusal = againstPattern(field, checked.value);
  return refusal === null ? checked : { reason: refusal };
}

function typed({ type, options }: CollectionField, given: JsonValue): CheckedValue {
  switch (type) {
    case 'text':
      return textOf(given);
    case 'number':
      return numberOf(given);
    case 'date':
      return dateOf(given);
    case 'phone':
      return phoneOf(given);
    case 'email':
      return typeof given === 'string' && /^[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@.]{2,63}$/.test(given)
        ? { value: given }
        : { reason: 'it must be an e-mail address' };
    case 'boolean':
      return booleanOf(given);
    case 'select':
      return optionOf(options, given);
    case 'multiselect':
      return optionsOf(options, given);
  }
}

function textOf(given: JsonValue): CheckedValue {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string' || text === '') return { reason: 'it must be a text' };
  if (text.length > maxValueCharacters)
    return { reason: `it must have at most ${maxValueCharacters} characters` };
  return { value: text };
}

function numberOf(given: JsonValue): CheckedValue {
  const number = typeof given === 'string' && given !== '' ? Number(given.replace(',', '.')) : given;
  return typeof number === 'number' && Number.isFinite(number)
    ? { value: number }
    : { reason: 'it must be a number' };
}

/** A day of the calendar, as YYYY-MM-DD. */
function dateOf(given: JsonValue): CheckedValue {
  const [, year, month, day] = (typeof given === 'string' && /^(\d{4})-(\d{2})-(\d{2})$/.exec(given)) || [];
  if (year === undefined || month === undefined || day === undefined)
    return { reason: 'it must be a date, as YYYY-MM-DD' };
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
  return isDay ? { value: `${year}-${month}-${day}` } : { reason: 'it must be a day of the calendar' };
}

/** Digits with an optional plus: what people put in between is left out. */
function phoneOf(given: JsonValue): CheckedValue {
  const text = typeof given === 'number' ? String(given) : given;
  const digits = typeof text === 'string' ? text.replaceAll(/[\s().\-/]/g, '') : '';
  return /^\+?\d{5,15}$/.test(digits)
    ? { value: digits }
    : { reason: 'it must be a phone number with 5 to 15 digits' };
}

const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

function booleanOf(given: JsonValue): CheckedValue {
  const value = typeof given === 'string' ? words.get(given.toLowerCase()) : given;
  return typeof value === 'boolean' ? { value } : { reason: 'it must be yes or no' };
}

function optionOf(options: readonly string[], given: JsonValue): CheckedValue {
  if (options.length === 0) return textOf(given);
  const text = typeof given === 'number' ? String(given) : given;
  const chosen =
    typeof text === 'string'
      ? (options.find((option) => option === text) ??
        options.find((option) => option.toLowerCase() === text.toLowerCase()))
      : undefined;
  return chosen === undefined ? { reason: `it must be one of: ${options.join(', ')}` } : { value: chosen };
}

function optionsOf(options: readonly string[], given: JsonValue): CheckedValue {
  const all = new Set(Array.isArray(given) ? (given as readonly JsonValue[]) : [given]);
  // Each is compared with each option. An option may come in a few spellings.
  if (options.length > 0 && all.size > 2 * options.length)
    return { reason: `it must be at most ${options.length} options` };
  const chosen: string[] = [];
  for (const one of all) {
    const checked = optionOf(options, typeof one === 'string' ? one.trim() : one);
    if ('reason' in checked) return checked;
    chosen.push(checked.value as string);
  }
  const each = [...new Set(chosen)];
  if (each.length === 0) return { reason: 'it must be at least one option' };
  if (each.join('').length > maxValueCharacters) return { reason: 'it is too long' };
  return { value: each };
}

/** Only what is written as `/…/` or `^…$` is a regular expression; RE2 keeps the time of a match linear. */
function againstPattern({ validation }: CollectionField, value: FieldValue): string | null {
  if (validation === null || typeof value !== 'string') return null;
  const pattern = /^\/(.+)\/$/s.exec(validation)?.[1] ?? /^\^.*\$$/s.exec(validation)?.[0];
  if (pattern === undefined) return null;
  const matches = compilePattern(pattern);
  // One that RE2 does not know forbids nothing.
  if (typeof matches === 'string') return null;
  return matches(value) ? null : `it must match ${validation}`;
}
