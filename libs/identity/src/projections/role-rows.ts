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

/** Whether a failed append means that the organization has a role already whose name can be taken for this one. */
export function isRoleNameTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'role_name_key');
}

/** Whether a failed append means that the organization has all the roles it can. */
export function isRoleLimitReached(error: unknown): boolean {
  return isCheckViolation(error, 'role_limit');
}
