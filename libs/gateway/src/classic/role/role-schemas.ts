import { FrontendView } from '@svc/contracts/identity';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { flag, oid, repeated } from '../../wire/query.js';
import { nameText, str1, textUpTo } from '../../wire/text.js';
import { Condition, PermissionGrants } from './permission-grants.js';

export const ListRoles = z.object({
  return_permission_grants: flag.default(false),
  id: repeated(oid),
  name: repeated(z.string()),
});

const frontendViews = {
  client: FrontendView.FRONTEND_VIEW_CLIENT,
  admin: FrontendView.FRONTEND_VIEW_ADMIN,
} as const;
const frontendView = z.enum(['client', 'admin']);

/** Identity checks the length of texts. `parseGrants` reads the grants and knows their grammar. */
export const CreateRole = named(
  'CreateRoleRequest',
  z.object({
    role_name: nameText,
    description: textUpTo(2_000),
    permission_grants: PermissionGrants,
    frontend_view: frontendView.transform((view) => frontendViews[view]),
  }),
);

/** Null means "leave as it is". */
export const ModifyRole = named(
  'ModifyRoleRequest',
  z.object({
    description: textUpTo(2_000).nullish(),
    permission_grants: PermissionGrants.nullish(),
    frontend_view: frontendView.transform((view) => frontendViews[view]).nullish(),
  }),
);

export const AssignRole = named('AssignRoleRequest', z.object({ user_id: str1 }));

export const RoleId = named('RoleId', z.strictObject({ role_id: z.string() }));

export const PermissionGrant = named(
  'PermissionGrant',
  z.strictObject({
    permission_name: z.string(),
    /** Attribute → its condition; all must be met. */
    conditions: z.record(z.string(), Condition).readonly(),
  }),
);

export const Role = named(
  'Role',
  z.strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    frontend_view: frontendView,
    /** Empty unless requested. */
    permission_grants: z.array(PermissionGrant),
  }),
);
