import type { AggregateChange, SqlFragment } from '@svc/event-store';
import { isCheckViolation, isUniqueViolation } from '@svc/postgres';
import type { RoleState } from '../domain/role/role.js';
import type { RoleEvent } from '../domain/role/role-event.js';
import { roleTable } from './role-table.js';
import { orgIdOf } from './table-owner.js';

export function roleRows({
  tenantId,
  before,
  after,
}: AggregateChange<RoleState, RoleEvent>): readonly SqlFragment[] {
  const orgId = orgIdOf(tenantId);
  const rowOf = (state: RoleState) => state && { ...state, orgId };
  return roleTable.sync(rowOf(before), rowOf(after));
}

/** Whether an append failed because another role's name in the organization looks like this one. */
export function isRoleNameTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'role_name_key');
}

/** Whether an append failed because the organization is at its limit of roles. */
export function isRoleLimitReached(error: unknown): boolean {
  return isCheckViolation(error, 'role_limit');
}
