import type { JsonValue } from '@svc/kernel';

/** A column of one row. */
export interface ColumnPlace {
  /** With its schema: `conversations.message`. */
  readonly table: string;
  readonly primaryKey: readonly (string | number)[];
  /** Its name in SQL. */
  readonly column: string;
}

/** Seals a value for its place; null when the subject is erased. */
export type SealColumn = (place: ColumnPlace, value: JsonValue) => string | null;

/**
 * Placeholder for a personal value in a fragment. Fragments are made without keys; the code that runs them has the
 * subject's key.
 */
export class PersonalValue {
  constructor(
    /** Gives the value of the statement's parameter. */
    readonly resolve: (seal: SealColumn) => unknown,
  ) {}
}

/** Whether a statement with these values writes personal data. */
export function hasPersonalValues(values: readonly unknown[]): boolean {
  return values.some((value) => value instanceof PersonalValue);
}

/** The values as a statement takes them. */
export function sealPersonalValues(values: readonly unknown[], seal: SealColumn): readonly unknown[] {
  return values.map((value) => (value instanceof PersonalValue ? value.resolve(seal) : value));
}
