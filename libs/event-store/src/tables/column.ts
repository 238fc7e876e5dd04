import { timestamp } from '@svc/postgres';

interface AnyColumn<Source, Read> {
  readonly of: (source: Source) => unknown;
  /** Of the name that it is declared under. */
  readonly nameOf: (key: string) => string;
  /** What a statement's parameter takes. */
  readonly toParameter: (value: unknown) => unknown;
  /** The value in the JSON that Postgres turns into a row. */
  readonly toJson: (value: unknown) => unknown;
  /** SQL that gives the value as it is read. */
  readonly select: (reference: string) => string;
  readonly isListed: boolean;
  /** Only for the compiler; never set. */
  readonly read?: Read;
}

/**
 * A column of a read model: where its value comes from, and how it is read again. Keyed by the name that rows get when
 * they are read; its name in SQL is that name in snake case unless it says otherwise.
 */
export interface Column<Source, Read> extends AnyColumn<Source, Read> {
  readonly personal?: never;
}

/** Not read by `selection`. */
export interface UnlistedColumn<Source, Read> extends Column<Source, Read> {
  readonly isListed: false;
}

/** Holds its values sealed. */
export interface PersonalColumn<Source, Read> extends AnyColumn<Source, Read> {
  readonly personal: { readonly erased: Read };
}

const asIs = (value: unknown): unknown => value;

/** Text, numbers, flags and lists of them: written as they are, and read as the same. */
export function column<Source, Value extends string | number | boolean | readonly string[] | null>(
  of: (source: Source) => Value,
): Column<Source, Value> {
  return {
    of,
    nameOf: snakeCase,
    toParameter: asIs,
    toJson: asIs,
    select: (reference) => reference,
    isListed: true,
  };
}

/**
 * A moment: `createdAtMs`, in milliseconds since the Unix epoch, in the column `created_at` of type timestamptz(3).
 * The key ends with `Ms`.
 */
export function instant<Source, Value extends number | null>(
  of: (source: Source) => Value,
): Column<Source, Value> {
  const toText = (value: unknown) => (value === null ? null : timestamp(value as number));
  return {
    of,
    nameOf: (key) => snakeCase(key.replace(/Ms$/, '')),
    toParameter: toText,
    toJson: toText,
    select: (reference) => `(extract(epoch FROM ${reference}) * 1000)::float8`,
    isListed: true,
  };
}

/** A structured value in a column of type json or jsonb: no query looks into it, or only by JSON operators. */
export function json<Source, Value>(of: (source: Source) => Value): Column<Source, Value> {
  return {
    of,
    nameOf: snakeCase,
    toParameter: (value) => (value === null ? null : JSON.stringify(value)),
    toJson: (value) => value,
    select: (reference) => reference,
    isListed: true,
  };
}

/** For what lists don't show: sort keys, conditions, the tenant. */
export function unlisted<Source, Value>(listed: Column<Source, Value>): UnlistedColumn<Source, Value> {
  return { ...listed, isListed: false };
}

/**
 * What is known of the row's subject: sealed, in a column of type text that can be NULL, whatever the type of the value.
 * SQL can neither sort by it nor look into it, so it is no part of a key and never unlisted; `openRows` reads it.
 *
 * @param options `erased`: what is read of an erased subject, and the one value that stands unsealed, as NULL. It is null
 * where the value can be null.
 */
export function personal<Source, Value>(
  listed: Column<Source, Value>,
  { erased }: { readonly erased: null extends Value ? null : Value },
): PersonalColumn<Source, Value> {
  const { of, nameOf, isListed } = listed;
  return {
    of,
    nameOf,
    toParameter: asIs,
    toJson: asIs,
    select: (reference) => reference,
    isListed,
    personal: { erased: erased },
  };
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
