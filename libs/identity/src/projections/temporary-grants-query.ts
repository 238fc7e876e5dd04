import { hash } from 'node:crypto';
import { toSqlScope, type Grant } from '@svc/auth';
import { isStorableText } from '@svc/kernel';
import { hasAllTags, type Statement, type TagFilter } from '@svc/postgres';
import { temporaryGrantTable } from './temporary-grant-table.js';

/** What clients call the columns that grants can be sorted by. */
const sortColumns = {
  user_id: 'g.user_id',
  expires_at: 'g.expires_at',
  'permission_grant.permission_name': 'g.permission_name',
} as const;
export type TemporaryGrantSortField = keyof typeof sortColumns;
export const temporaryGrantSortFields = Object.keys(sortColumns) as TemporaryGrantSortField[];

export interface TemporaryGrantCreator {
  readonly orgId: string;
  readonly userId: string;
}

export interface TemporaryGrantListRequest {
  /** Empty: all. */
  readonly grantIds: readonly string[];
  /** Empty: all. */
  readonly userIds: readonly string[];
  /** Empty: all. */
  readonly creators: readonly TemporaryGrantCreator[];
  /** Null: all. */
  readonly permissionName: string | null;
  /** Null: whether or not. */
  readonly isExpired: boolean | null;
  readonly tags: readonly TagFilter[];
  readonly sortBy: readonly { readonly field: TemporaryGrantSortField; readonly descending: boolean }[];
  /** Zero asks only whether there is anything. */
  readonly limit: number;
  readonly offset: number;
}

/** One page of the grants that the caller may see (`Role:GetTemporaryPermissionGrant`) and, when there is more, the one after it. */
export function temporaryGrantsPage(
  grants: readonly Grant[],
  orgId: string,
  nowMs: number,
  request: TemporaryGrantListRequest,
): Statement {
  const { permissionName, isExpired, tags, limit, offset } = request;
  const values: unknown[] = [orgId];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const conditions = ['g.org_id = $1'];
  const isOneOf = (columnName: string, given: readonly string[]) => {
    if (given.length > 0)
      conditions.push(`g.${columnName} = ANY(${value(given.filter(isStorableText))}::text[])`);
  };
  isOneOf('grant_id', request.grantIds);
  isOneOf('user_id', request.userIds);
  const creators = request.creators.map(({ orgId: org, userId }) => `${org},${userId}`);
  if (creators.length > 0)
    conditions.push(
      `g.creator_org_id || ',' || g.creator_user_id = ANY(${value(creators.filter(isStorableText))}::text[])`,
    );
  if (permissionName !== null)
    conditions.push(`g.permission_name = ${value(isStorableText(permissionName) ? permissionName : '')}`);
  if (isExpired !== null)
    conditions.push(`(g.expires_at <= ${value(new Date(nowMs))}) = ${value(isExpired)}::boolean`);
  if (tags.length > 0)
    conditions.push(hasAllTags(tags, 'FROM jsonb_each_text(g.tags) AS t (key, value) WHERE TRUE', value));
  const places = { org_id: { constant: orgId } };
  const scope = toSqlScope(grants, 'Role:GetTemporaryPermissionGrant', places, values.length + 1);
  values.push(...scope.values);
  conditions.push(scope.text);
  const order = [...orderBy(request.sortBy), 'g.created_at', 'g.grant_id'].join(', ');
  const text = `SELECT ${temporaryGrantTable.selection('g')}
      FROM identity.temporary_permission_grant AS g
     WHERE ${conditions.join(' AND ')}
     ORDER BY ${order} LIMIT ${value(limit + 1)} OFFSET ${value(offset)}`;
  // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
  return { name: `identity.temporary_grants_page_${hash('sha256', text).slice(0, 16)}`, text, values };
}

/** A field that is named again changes nothing, and would make one more statement. */
function orderBy(keys: TemporaryGrantListRequest['sortBy']): readonly string[] {
  const first = new Map(keys.toReversed().map((key) => [key.field, key]));
  const named = keys.filter((key) => first.get(key.field) === key);
  return named.map(({ field, descending }) => `${sortColumns[field]} ${descending ? 'DESC' : 'ASC'}`);
}
