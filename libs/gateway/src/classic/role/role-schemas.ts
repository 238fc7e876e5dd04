import { grantsFromMessage, grantToJson } from '@svc/auth';
import { FrontendView, type Role } from '@svc/contracts/identity';
import { z } from 'zod';
import { flag, oid, repeated } from '../../wire/query.js';
import { str1 } from '../../wire/text.js';

/** Contract-classic.md 4.8. */
export const ListRoles = z.object({
  return_permission_grants: flag.default(false),
  id: repeated(oid),
  name: repeated(z.string()),
});

const frontendViews = {
  client: FrontendView.FRONTEND_VIEW_CLIENT,
  admin: FrontendView.FRONTEND_VIEW_ADMIN,
} as const;

/** The grants are read by `parseGrants`, which knows their grammar. */
export const CreateRole = z.object({
  role_name: str1.max(256),
  description: str1,
  permission_grants: z.array(z.unknown()),
  frontend_view: z.enum(['client', 'admin']).transform((view) => frontendViews[view]),
});

export const AssignRole = z.object({ user_id: str1 });

export function fromRole(role: Role) {
  return {
    id: role.id,
    name: role.name,
    description: role.description,
    frontend_view: role.frontendView === FrontendView.FRONTEND_VIEW_ADMIN ? 'admin' : 'client',
    permission_grants: grantsFromMessage(role.permissionGrants).map(grantToJson),
  };
}
