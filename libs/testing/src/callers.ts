import {
  defaultRoles,
  grantsOf,
  grantToProto,
  permissionNames,
  type Grant,
  type PermissionName,
} from '@svc/auth';
import type { Caller } from '@svc/contracts/common';

/** A user with the grants of a default role in their organization, `demo` where nothing else is said. */
export function callerOf(
  userId: string,
  roleName = 'DefaultUserRole',
  { orgId = 'demo', grants }: { readonly orgId?: string; readonly grants?: readonly Grant[] } = {},
): Caller {
  const self = { orgId, userId, roleId: roleName === 'DefaultUserRole' ? 'role-user' : 'role-admin' };
  const role = defaultRoles(false).find(({ name }) => name === roleName);
  const held = grants ?? grantsOf(self, role?.grants ?? []);
  return {
    tenantId: `org:${orgId}`,
    ...self,
    roleName,
    displayName: userId,
    withOwnKey: true,
    grants: held.map(grantToProto),
  };
}

/** Holds these permissions, or every one, without any condition. */
export function omnipotent(
  userId: string,
  {
    orgId,
    permissions = permissionNames,
  }: { readonly orgId?: string; readonly permissions?: readonly PermissionName[] } = {},
): Caller {
  const grants = permissions.map((permissionName) => ({ permissionName, conditions: {} }));
  return callerOf(userId, 'DefaultUserRole', { ...(orgId !== undefined && { orgId }), grants });
}
