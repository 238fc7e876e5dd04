import { grantToMessage, grantFromMessage, type Grant } from '@svc/auth';
import type { Grant as GrantMessage } from '@svc/contracts/common';
import type { IdentityServiceService } from '@svc/contracts/identity';
import { validationError } from '@svc/errors';
import type { Handlers } from '@svc/rpc';
import { frontendViewFromMessage, frontendViewToMessage } from '../adapters/frontend-view.js';
import { assignRole } from '../application/assign-role.js';
import { createRole } from '../application/create-role.js';
import type { IdentityContext } from '../application/identity-context.js';
import { listRoles } from '../projections/list-roles.js';
import { requesterOf } from './requester.js';

type RoleHandlers = Pick<Handlers<typeof IdentityServiceService>, 'listRoles' | 'createRole' | 'assignRole'>;

export function roleHandlers(identity: IdentityContext): RoleHandlers {
  return {
    async listRoles({ caller, ids, names, withPermissionGrants }, context) {
      const { caller: reader, orgId } = requesterOf(caller, context);
      const filter = { orgId, ids, names, withPermissionGrants };
      const roles = await listRoles(identity.readModels, reader.grants, filter);
      return {
        roles: roles.map(({ roleId, roleName, description, frontendView, permissionGrants }) => ({
          id: roleId,
          name: roleName,
          description,
          frontendView: frontendViewToMessage(frontendView),
          permissionGrants: permissionGrants.map(grantToMessage),
        })),
      };
    },

    async createRole({ caller, roleName, description, frontendView, permissionGrants }, context) {
      const request = {
        roleName,
        description,
        frontendView: frontendViewFromMessage(frontendView),
        permissionGrants: requireGrants(permissionGrants),
      };
      return { roleId: await createRole(identity, requesterOf(caller, context), request) };
    },

    async assignRole({ caller, roleName, userId }, context) {
      return { roleId: await assignRole(identity, requesterOf(caller, context), { roleName, userId }) };
    },
  };
}

/** The gateway has checked them; one that this version does not know must not silently vanish from a new role. */
function requireGrants(messages: readonly GrantMessage[]): readonly Grant[] {
  return messages.map((message, index) => {
    const grant = grantFromMessage(message);
    if (grant) return grant;
    const loc = ['body', 'permission_grants', index];
    throw validationError([
      { loc, msg: 'is not a permission grant that this service knows', type: 'value_error' },
    ]);
  });
}
