import { createHash } from 'node:crypto';
import { conditionEntries, meets, type Condition, type Grant } from './grant.js';
import { attributeTypes, type Attribute, type AttributesOf, type AttributeValue } from './permissions.js';
import type { PermissionName } from './permissions.js';

/** How to read an attribute of the rows: an SQL expression, or one value that all rows of the query share. */
export type ScopeColumn = { readonly sql: string } | { readonly constant: AttributeValue | null };

export type ScopeColumns<Permission extends PermissionName> = Readonly<
  Record<AttributesOf<Permission>, ScopeColumn>
>;

export interface SqlScope {
  /**
   * A boolean SQL expression with placeholders from `firstPlaceholder` on. `TRUE` and `FALSE` when it does not depend on the
   * row.
   */
  readonly text: string;
  readonly values: readonly unknown[];
  /** Differs whenever `text` differs. It is part of the statement's name, since one name must always have the same text. */
  readonly shape: string;
}

/**
 * The rows that `permits` would allow, as a condition for a WHERE clause: lists filter silently. Templates must be filled in.
 * Every condition fails on a NULL column, as in `permits`.
 */
export function toSqlScope<Permission extends PermissionName>(
  grants: readonly Grant[],
  permission: Permission,
  columns: ScopeColumns<Permission>,
  firstPlaceholder = 1,
): SqlScope {
  const known: Readonly<Partial<Record<Attribute, ScopeColumn>>> = columns;
  const values: unknown[] = [];
  const placeholder = (value: unknown) => `$${firstPlaceholder + values.push(value) - 1}`;

  const alternatives = grants
    .filter(({ permissionName }) => permissionName === permission)
    .map(({ conditions }) => openConditions(conditionEntries(conditions), known))
    .filter((open) => open !== null);

  if (alternatives.some((open) => open.length === 0)) return scope('TRUE', []);
  if (alternatives.length === 0) return scope('FALSE', []);
  const terms = alternatives.map((open) => open.map((test) => conditionSql(test, placeholder)).join(' AND '));
  return scope(`(${terms.map((term) => `(${term})`).join(' OR ')})`, values);
}

interface OpenCondition {
  readonly sql: string;
  readonly attribute: Attribute;
  readonly condition: Condition;
}

/** Checks constants at once. Null when one fails, so that no row can match. */
function openConditions(
  entries: readonly (readonly [Attribute, Condition])[],
  columns: Readonly<Partial<Record<Attribute, ScopeColumn>>>,
): readonly OpenCondition[] | null {
  const open: OpenCondition[] = [];
  for (const [attribute, condition] of entries) {
    const column = columns[attribute];
    if (column && 'sql' in column) open.push({ sql: column.sql, attribute, condition });
    else if (!meets(column?.constant, condition)) return null;
  }
  return open;
}

function conditionSql(
  { sql, attribute, condition }: OpenCondition,
  placeholder: (value: unknown) => string,
): string {
  const type = attributeTypes[attribute] === 'flag' ? 'boolean' : 'text';
  switch (condition.type) {
    case 'Equals':
      return `${sql} = ${placeholder(condition.value)}::${type}`;
    case 'NotEquals':
      return `${sql} <> ${placeholder(condition.value)}::${type}`;
    case 'In':
      return `${sql} = ANY(${placeholder(condition.values)}::${type}[])`;
  }
}

function scope(text: string, values: readonly unknown[]): SqlScope {
  return { text, values, shape: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}
