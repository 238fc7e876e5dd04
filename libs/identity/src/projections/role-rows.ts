import { column, defineTable, instant, json, type AggregateChange, type SqlFragment } from '@svc/event-store';
import { isCheckViolation, isUniqueViolation } from '@svc/postgres';
import type { RoleEvent, RoleState } from '../domain/role/role.js';
import { orgIdOf, ownedBy } from './table-owner.js';

type RoleRow = NonNullable<RoleState> & { readonly orgId: string };

/** Rows never change: a changed role is a new one under the old name. */
export const roleTable = defineTable<RoleRow>()('identity.role', {
  owner: ownedBy('role_id'),
  key: { orgId: column((row) => row.orgId), roleId: column((row) => row.roleId) },
  fixed: {
    roleName: column((row) => row.roleName),
    description: column((row) => row.description),
    frontendView: column((row) => row.frontendView),
    permissionGrants: json((row) => row.permissionGrants),
    defaultRank: column((row) => row.defaultRank),
    createdAtMs: instant((row) => row.createdAtMs),
  },
});

export function roleRows({ tenantId, after }: AggregateChange<RoleState, RoleEvent>): readonly SqlFragment[] {
  return after ? [roleTable.insert({ ...after, orgId: orgIdOf(tenantId) })] : [];
}

/** Whether a failed append means that the organization has a role of this name already. */
export function isRoleNameTaken(failure: unknown): boolean {
  return isUniqueViolation(failure, 'role_name_key');
}

/** Whether a failed append means that the organization has all the roles it can. */
export function isRoleLimitReached(failure: unknown): boolean {
  return isCheckViolation(failure, 'role_limit');
}
