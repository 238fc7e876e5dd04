import { hash } from 'node:crypto';
import { isStorableText } from '@svc/kernel';
import type { Statement } from './database.js';

/** Adds a value to a statement, and gives its placeholder `$n`. */
export type Placeholder = (value: unknown) => string;

/** SQL that rows must meet; null: not asked for. */
export type Condition = ((value: Placeholder) => string) | null;

export interface Sort<Field extends string> {
  readonly field: Field;
  readonly descending: boolean;
}

export interface PageQuery<Field extends string> {
  /** Of the statement, with its schema: `agents.services`. */
  readonly name: string;
  readonly select: string;
  readonly from: string;
  /** All must hold. */
  readonly where: readonly Condition[];
  /** What the caller may see, given the number of its first placeholder. */
  readonly scope?: (firstPlaceholder: number) => {
    readonly text: string;
    readonly values: readonly unknown[];
  };
  readonly sort: {
    /** The first key of a field decides; repeated ones would add statement texts. */
    readonly by: readonly Sort<Field>[];
    readonly columns: Readonly<Record<Field, string>>;
    /** The order of rows that are equal in those: it ends with a key. */
    readonly then: readonly string[];
  };
  /** Zero asks only whether there is anything. */
  readonly limit: number;
  readonly offset: number;
  /** For rows that can be large: a page ends with the row that reaches this size (`boundedPageOf`). */
  readonly bytes?: {
    /** The name that `from` gives the table. */
    readonly alias: string;
    /** The size of a row, in SQL. */
    readonly ofRow: string;
    readonly most: number;
  };
}

/** One page in the order asked for and, when there is more, the row after it (`pageOf`). */
export function page<Field extends string>(query: PageQuery<Field>): Statement {
  const { select, from, where, scope, sort, limit, offset, bytes } = query;
  const values: unknown[] = [];
  const value: Placeholder = (given) => `$${values.push(given)}`;
  const conditions = where.filter((condition) => condition !== null).map((condition) => condition(value));
  if (scope) {
    const visible = scope(values.length + 1);
    values.push(...visible.values);
    conditions.push(visible.text);
  }
  const deciding = sort.by.filter(({ field }, at) => sort.by.findIndex((key) => key.field === field) === at);
  const order = [
    ...deciding.map(({ field, descending }) => `${sort.columns[field]} ${descending ? 'DESC' : 'ASC'}`),
    ...sort.then,
  ];
  const ordered = `ORDER BY ${order.join(', ')}`;
  const rowsOf = (columns: string) => `SELECT ${columns} FROM ${from} WHERE ${conditions.join(' AND ')}
    ${ordered} LIMIT ${value(limit + 1)} OFFSET ${value(offset)}`;
  const text = bytes
    ? `SELECT ${select}, ${bytes.alias}.page_rows FROM (
    SELECT ${bytes.alias}.*, (count(*) OVER ())::integer AS page_rows,
           sum(${bytes.ofRow}) OVER (${ordered} ROWS UNBOUNDED PRECEDING) - ${bytes.ofRow} AS bytes_before
      FROM (${rowsOf(`${bytes.alias}.*`)}) AS ${bytes.alias}
  ) AS ${bytes.alias} WHERE ${bytes.alias}.bytes_before < ${value(bytes.most)} ${ordered}`
    : rowsOf(select);
  // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
  return { name: `${query.name}_${hash('sha256', text).slice(0, 16)}`, text, values };
}

/** The rows of a page, and whether there are more. */
export function pageOf<Row>(rows: readonly Row[], { limit }: { readonly limit: number }) {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** The same of a page that is bounded in bytes. */
export function boundedPageOf<Row extends { readonly page_rows: number }>(
  given: readonly Row[],
  { limit }: { readonly limit: number },
) {
  const rows = given.slice(0, limit).map(({ page_rows: _count, ...row }) => row);
  return { rows, hasMore: (given[0]?.page_rows ?? 0) > rows.length };
}

/** @param type of the column in SQL, where its value may be taken for another */
export function isEqual(column: string, given: unknown, type?: string): Condition {
  return given === null ? null : (value) => `${column} = ${value(given)}${type ? `::${type}` : ''}`;
}

/** A text that is one of these; none: any. Text that PostgreSQL can't store matches no row. */
export function isOneOf(column: string, given: readonly string[]): Condition {
  if (given.length === 0) return null;
  return (value) => `${column} = ANY(${value(given.filter(isStorableText))}::text[])`;
}

/** The same in one statement text, whether any are given or none: where an index serves the other conditions. */
export function isOneOfOrAny(column: string, given: readonly string[]): Condition {
  const storable = given.filter(isStorableText);
  // No row has an empty id. Without any text the condition would not filter.
  const wanted = given.length > 0 && storable.length === 0 ? [''] : storable;
  return (value) => {
    const these = `${value(wanted)}::text[]`;
    return `(cardinality(${these}) = 0 OR ${column} = ANY(${these}))`;
  };
}
