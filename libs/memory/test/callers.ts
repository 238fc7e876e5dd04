import { defaultRoles, grantsOf, grantToMessage, type Grant } from '@svc/auth';
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

export const ada = callerOf('ada');
export const bob = callerOf('bob');
export const superAdministrator = callerOf('root', 'DefaultSuperAdministratorRole');
