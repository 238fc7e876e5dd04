import { isUniqueViolation } from '@svc/postgres';
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
  ];
}

/** Whether a failed append means that the organization has a role of this name already. */
export function isRoleNameTaken(failure: unknown): boolean {
  return isUniqueViolation(failure, 'role_name_key');
}
