import { toPrismaScope, type Grant, type TextFilter } from '@svc/auth';
import { isStorableText } from '@svc/kernel';
import type { FrontendView } from '../domain/role/role-event.js';
import type { RoleWhereInput } from './gen/models/Role.js';
import type { PrismaClient } from './gen/client.js';

export interface ListedRole {
  readonly roleId: string;
  readonly roleName: string;
  readonly description: string;
  readonly frontendView: FrontendView;
  /** With templates; empty unless asked for. */
  readonly permissionGrants: readonly Grant[];
}

export interface RoleFilter {
  /** Roles in hand-over are found only by their ids. Empty: all in force. */
  readonly ids: readonly string[];
  /** Empty: all. */
  readonly names: readonly string[];
  /** When false, the grants, the largest part of a role, are not read. */
  readonly withPermissionGrants: boolean;
}

/** The roles that the grants allow (`Role:GetRole`), in the order of their creation. */
export async function queryRoles(
  prisma: PrismaClient,
  grants: readonly Grant[],
  orgId: string,
  { ids, names, withPermissionGrants }: RoleFilter,
): Promise<readonly ListedRole[]> {
  const noRow: RoleWhereInput = { roleId: { in: [] } };
  const places = {
    org_id: { constant: orgId },
    role_id: { where: (filter: TextFilter): RoleWhereInput => ({ roleId: filter }) },
  };
  const scope = toPrismaScope(grants, 'Role:GetRole', places, noRow);
  const rows = await prisma.role.findMany({
    omit: { permissionGrants: !withPermissionGrants, defaultRank: true, createdAt: true, expiresAt: true },
    where: {
      orgId,
      AND: scope,
      ...(ids.length > 0 ? { roleId: { in: ids.filter(isStorableText) } } : { expiresAt: null }),
      ...(names.length > 0 && { roleName: { in: names.filter(isStorableText) } }),
    },
    orderBy: [{ createdAt: 'asc' }, { defaultRank: 'asc' }, { roleId: 'asc' }],
  });
  return rows.map(({ frontendView, permissionGrants, ...row }) => ({
    ...row,
    frontendView: frontendView === 'admin' ? 'admin' : 'client',
    // Written only by role-rows.ts.
    permissionGrants: (permissionGrants ?? []) as unknown as readonly Grant[],
  }));
}
