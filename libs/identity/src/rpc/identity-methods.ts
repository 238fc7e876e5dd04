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
  deleteUser,
  getUserContexts,
  resolveUserIds,
  createApiKey,
  listApiKeys,
  deleteApiKey,
  signInWithApiKey,
  getAccess,
  getJwks,
  createWorkspace,
  listOwnWorkspaces,
  getWorkspace,
  updateWorkspace,
  archiveWorkspace,
  provisionWorkspace,
  getTestCallers,
  setTestCallers,
  createWorkspaceApiKey,
  listWorkspaceApiKeys,
  rotateWorkspaceApiKey,
  deleteWorkspaceApiKey,
  getOwnWorkspaceApiKey,
  getAccessReview,
  getWorkspaceKeyAccess,
  getWorkspaceUserAccess,
  ...others
} = IdentityServiceService;

// A method that is added to the service belongs to one of the controllers: until it does, this does not compile.
others satisfies Record<string, never>;

/** The methods of IdentityService by the controller that serves them. */
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
export const userMethods = { createUser, listUsers, updateUser, deleteUser } as const;
export const userContextMethods = { getUserContexts, resolveUserIds } as const;
export const apiKeyMethods = { createApiKey, listApiKeys, deleteApiKey } as const;
export const signInMethods = { signInWithApiKey, getAccess, getJwks } as const;
export const workspaceMethods = {
  createWorkspace,
  listOwnWorkspaces,
  getWorkspace,
  updateWorkspace,
  archiveWorkspace,
  provisionWorkspace,
} as const;
export const testCallerMethods = { getTestCallers, setTestCallers } as const;
export const workspaceApiKeyMethods = {
  createWorkspaceApiKey,
  listWorkspaceApiKeys,
  rotateWorkspaceApiKey,
  deleteWorkspaceApiKey,
  getOwnWorkspaceApiKey,
} as const;
export const accessReviewMethods = { getAccessReview } as const;
export const workspaceAccessMethods = { getWorkspaceKeyAccess, getWorkspaceUserAccess } as const;
