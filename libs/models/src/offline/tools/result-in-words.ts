import type { JsonValue } from '@svc/kernel';

const maxText = 300;
/** Of a list, and of an object. */
const maxMembers = 8;

/** A tool's result as text for the user: `day 2026-11-24, time 10:30`. Empty where rules can't word it. */
export function resultInWords(result: JsonValue): string {
  return (isObject(result) ? fieldsOf(result) : valueOf(result)).slice(0, maxText);
}

function fieldsOf(result: Readonly<Record<string, JsonValue>>): string {
  return Object.entries(result)
    .filter(([name]) => !/(?:^|_)id$/i.test(name))
    .map(([name, value]) => [name.replaceAll(/[_-]+/g, ' '), valueOf(value)] as const)
    .filter(([, value]) => value !== '')
    .slice(0, maxMembers)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function valueOf(value: JsonValue): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (!Array.isArray(value)) return '';
  const members = (value as readonly JsonValue[]).filter(
    (member) => typeof member === 'string' || typeof member === 'number',
  );
  const [last, ...others] = members.slice(0, maxMembers).map(String).reverse();
  if (last === undefined) return value.length === 0 ? 'none' : '';
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
