import { type FieldChecks, jsonBytes } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import { identifierPattern, identifierRule } from './sql-text.js';

export const columnTypes = [
  'text',
  'int',
  'bigint',
  'numeric',
  'boolean',
  'uuid',
  'timestamptz',
  'date',
  'time',
  'jsonb',
  'bytea',
] as const;
export type ColumnType = (typeof columnTypes)[number];

export type LiteralValue = string | number | boolean | JsonObject | null;

export type ColumnDefault =
  | { readonly kind: 'literal'; readonly value: LiteralValue }
  | { readonly kind: 'uuid_v4' | 'now' | 'current_date' };

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Null: none. */
  readonly default: ColumnDefault | null;
}

type Location = readonly (string | number)[];

/** Of a literal, as JSON. */
const maxLiteralBytes = 8_192;

export function checkIdentifier(checks: FieldChecks, loc: Location, name: string): void {
  checks.pattern(loc, name, identifierPattern, identifierRule);
}

export function checkColumn(checks: FieldChecks, loc: Location, column: Column): void {
  checkIdentifier(checks, [...loc, 'name'], column.name);
  checkColumnType(checks, [...loc, 'type'], column.type);
  if (column.default !== null) checkDefault(checks, [...loc, 'default'], column.default, column.type);
}

export function checkColumnType(checks: FieldChecks, loc: Location, type: string): void {
  if (!(columnTypes as readonly string[]).includes(type))
    checks.refuse(loc, `must be one of ${columnTypes.join(', ')}`, 'enum');
}

/** @param type of its column; null where only the database knows it */
export function checkDefault(
  checks: FieldChecks,
  loc: Location,
  given: ColumnDefault,
  type: ColumnType | null,
): void {
  if (given.kind !== 'literal') return;
  const { value } = given;
  const at = [...loc, 'value'];
  checks.storable(at, JSON.stringify(value)).atMostBytes(at, jsonBytes(value), maxLiteralBytes);
  if (typeof value === 'string') checks.storable(at, value);
  if (typeof value === 'number' && !(Number.isSafeInteger(value) || isFraction(value)))
    checks.refuse(at, 'is too large to be exact as a JSON number: give it as a string', 'out_of_range');
  if (isObject(value) && type !== null && type !== 'jsonb')
    checks.refuse(at, `must not be an object: the column is ${type}, and objects go with jsonb`, 'type');
}

function isFraction(value: number): boolean {
  return Number.isFinite(value) && !Number.isInteger(value);
}

export function isObject(value: LiteralValue): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
