import {
  callerToMessage,
  defaultRoles,
  grantsOf,
  permissionNames,
  type Caller as AuthCaller,
} from '@svc/auth';
import type { Caller } from '@svc/contracts/common';

/** A user with the grants of a default role in the organization `demo`. */
export function callerOf(
  userId: string,
  roleName = 'DefaultUserRole',
  changes: Partial<AuthCaller> = {},
): Caller {
  const self = { orgId: 'demo', userId, roleId: roleName === 'DefaultUserRole' ? 'role-user' : 'role-admin' };
  const role = defaultRoles(false).find(({ name }) => name === roleName);
  return callerToMessage({
    tenantId: 'org:demo',
    ...self,
    roleName,
    displayName: userId,
    grants: grantsOf(self, role?.grants ?? []),
    ...changes,
  });
}

/** Holds every permission in `demo` without any condition on users. */
export function omnipotent(userId: string): Caller {
  const grants = permissionNames.map((permissionName) => ({ permissionName, conditions: {} }));
  return callerOf(userId, 'DefaultUserRole', { grants });
}

export const ada = callerOf('ada');
