import { isCheckViolation, isUniqueViolation } from '@svc/postgres';
import type { SqlFragment } from '@svc/event-store';
import type { RoleEvent } from '../domain/role/role.js';

export function roleRows(orgId: string, [event]: readonly RoleEvent[]): readonly SqlFragment[] {
  if (!event) return [];
  const { roleId, roleName, description, frontendView, permissionGrants, defaultRank, createdAtMs } =
    event.data;
  return [
    {
      name: 'role_row',
      text: `INSERT INTO identity.role
               (org_id, role_id, role_name, description, frontend_view, permission_grants, default_rank, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [
        orgId,
        roleId,
        roleName,
        description,
        frontendView,
        JSON.stringify(permissionGrants),
        defaultRank,
        new Date(createdAtMs),
      ],
    },
    {
      // Two creations at once wait for each other here, so that the check sees both.
      name: 'role_count_row',
      text: `INSERT INTO identity.role_count AS count (org_id, roles) VALUES ($1, 1)
             ON CONFLICT (org_id) DO UPDATE SET roles = count.roles + 1`,
      values: [orgId],
    },
  ];
}

/** Whether a failed append means that the organization has all the roles it can. */
export function isRoleLimitReached(failure: unknown): boolean {
  return isCheckViolation(failure, 'role_limit');
}

/** Whether a failed append means that the organization has a role of this name already. */
export function isRoleNameTaken(failure: unknown): boolean {
  return isUniqueViolation(failure, 'role_name_key');
}
