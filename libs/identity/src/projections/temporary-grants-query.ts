import { toSqlScope, type Grant } from '@svc/auth';
import { isStorableText } from '@svc/kernel';
import { hasTags, isEqual, isOneOf, page, type Sort, type Statement, type TagFilter } from '@svc/postgres';
import { temporaryGrantTable } from './temporary-grant-table.js';

/** The API's names of the columns that grants can be sorted by. */
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
  /** Null: both. */
  readonly isExpired: boolean | null;
  readonly tags: readonly TagFilter[];
  readonly sortBy: readonly Sort<TemporaryGrantSortField>[];
  /** Zero only asks whether there are any. */
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page of the grants that the caller may see (`Role:GetTemporaryPermissionGrant`) and, if there are more, the next
 * one.
 */
export function temporaryGrantsPage(
  grants: readonly Grant[],
  orgId: string,
  nowMs: number,
  request: TemporaryGrantListRequest,
): Statement {
  const { permissionName, isExpired, tags, sortBy, limit, offset } = request;
  return page({
    name: 'identity.temporary_grants',
    select: temporaryGrantTable.selection('g'),
    from: 'identity.temporary_permission_grant AS g',
    where: [
      isEqual('g.org_id', orgId),
      // Each has one until its user is erased: then nothing is told of them any more, tags included.
      () => 'g.justification IS NOT NULL',
      isOneOf('g.grant_id', request.grantIds),
      isOneOf('g.user_id', request.userIds),
      isOneOf(
        `g.creator_org_id || ',' || g.creator_user_id`,
        request.creators.map((creator) => `${creator.orgId},${creator.userId}`),
      ),
      isEqual(
        'g.permission_name',
        permissionName !== null && !isStorableText(permissionName) ? '' : permissionName,
      ),
      isExpired === null
        ? null
        : (value) => `(g.expires_at <= ${value(new Date(nowMs))}) = ${value(isExpired)}::boolean`,
      hasTags(tags, 'FROM jsonb_each_text(g.tags) AS t (key, value) WHERE TRUE'),
    ],
    scope: (first) =>
      toSqlScope(grants, 'Role:GetTemporaryPermissionGrant', { org_id: { constant: orgId } }, first),
    sort: { by: sortBy, columns: sortColumns, then: ['g.created_at', 'g.grant_id'] },
    limit,
    offset,
  });
}
