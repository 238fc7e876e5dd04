import type { AggregateChange, SqlFragment } from '@svc/event-store';
import { isCheckViolation, isUniqueViolation } from '@svc/postgres';
import type { RoleEvent, RoleState } from '../domain/role/role.js';
import { roleTable } from './role-table.js';
import { orgIdOf } from './table-owner.js';

export function roleRows({ tenantId, after }: AggregateChange<RoleState, RoleEvent>): readonly SqlFragment[] {
  return after ? [roleTable.insert({ ...after, orgId: orgIdOf(tenantId) })] : [];
}

/** Whether a failed append means that the organization has a role already whose name can be taken for this one. */
export function isRoleNameTaken(failure: unknown): boolean {
  return isUniqueViolation(failure, 'role_name_key');
}

/** Whether a failed append means that the organization has all the roles it can. */
export function isRoleLimitReached(failure: unknown): boolean {
  return isCheckViolation(failure, 'role_limit');
}
