import { column, defineTable, instant, json, unlisted } from '@svc/event-store';
import { roleNameSkeleton } from '../domain/role/role-name.js';
import type { RoleState } from '../domain/role/role.js';
import { ownedBy } from './table-owner.js';

type RoleRow = NonNullable<RoleState> & { readonly orgId: string };

/** Grants never change: a role with other grants is a new one with the same name. An expired role has no row. */
export const roleTable = defineTable<RoleRow>()('identity.role', {
  owner: ownedBy('role_id'),
  key: { orgId: column((row) => row.orgId), roleId: column((row) => row.roleId) },
  fixed: {
    roleName: column((row) => row.roleName),
    nameSkeleton: unlisted(column((row) => roleNameSkeleton(row.roleName))),
    frontendView: column((row) => row.frontendView),
    permissionGrants: json((row) => row.permissionGrants),
    defaultRank: column((row) => row.defaultRank),
    createdAtMs: instant((row) => row.createdAtMs),
  },
  columns: {
    description: column((row) => row.description),
    expiresAtMs: unlisted(instant((row) => row.expiresAtMs ?? null)),
  },
});
