import { defaultRoles, grantsOf, grantToMessage, permissionNames, type Grant } from '@svc/auth';
import type { Caller } from '@svc/contracts/common';

/** A user with the grants of a default role in the organization `demo`. */
export function callerOf(
  userId: string,
  roleName = 'DefaultUserRole',
  changes: { readonly grants?: readonly Grant[] } = {},
): Caller {
  const self = { orgId: 'demo', userId, roleId: roleName === 'DefaultUserRole' ? 'role-user' : 'role-admin' };
  const role = defaultRoles(false).find(({ name }) => name === roleName);
  const grants = changes.grants ?? grantsOf(self, role?.grants ?? []);
  return {
    tenantId: 'org:demo',
    ...self,
    roleName,
    displayName: userId,
    grants: grants.map(grantToMessage),
  };
}

/** Holds every permission in `demo` without any condition on users. */
export function omnipotent(userId: string): Caller {
  const grants = permissionNames.map((permissionName) => ({ permissionName, conditions: {} }));
  return callerOf(userId, 'DefaultUserRole', { grants });
}

export const ada = callerOf('ada');
