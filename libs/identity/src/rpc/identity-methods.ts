import { IdentityServiceService } from '@svc/contracts/identity';

const {
  createOrganization,
  getOrganization,
  updateOrganization,
  listUserDimensions,
  resolveUserDimensions,
  listRoles,
  createRole,
  modifyRole,
  assignRole,
  createTemporaryPermissionGrant,
  listTemporaryPermissionGrants,
  createUser,
  listUsers,
  updateUser,
  changeUserVariables,
  deleteUser,
  getUserContexts,
  getUserVariables,
  resolveUserIds,
  createApiKey,
  listApiKeys,
  deleteApiKey,
  signInWithApiKey,
  getAccess,
  getJwks,
} = IdentityServiceService;

/** The methods of IdentityService, each with its controller here; those of workspaces are in their lib. */
export const organizationMethods = {
  createOrganization,
  getOrganization,
  updateOrganization,
  listUserDimensions,
  resolveUserDimensions,
} as const;
export const roleMethods = { listRoles, createRole, modifyRole, assignRole } as const;
export const temporaryGrantMethods = {
  createTemporaryPermissionGrant,
  listTemporaryPermissionGrants,
} as const;
export const userMethods = { createUser, listUsers, updateUser, changeUserVariables, deleteUser } as const;
export const userContextMethods = { getUserContexts, getUserVariables, resolveUserIds } as const;
export const apiKeyMethods = { createApiKey, listApiKeys, deleteApiKey } as const;
export const signInMethods = { signInWithApiKey, getAccess, getJwks } as const;
