import { IdentityAdminServiceService, IdentityServiceService } from '@svc/contracts/identity';

const admin = IdentityAdminServiceService;
const identity = IdentityServiceService;

/** The methods of identity's services for workspaces, each with its controller. */
export const workspaceMethods = {
  createWorkspace: identity.createWorkspace,
  listOwnWorkspaces: identity.listOwnWorkspaces,
  getWorkspace: identity.getWorkspace,
  updateWorkspace: identity.updateWorkspace,
  archiveWorkspace: identity.archiveWorkspace,
  provisionWorkspace: identity.provisionWorkspace,
} as const;
export const testCallerMethods = {
  getTestCallers: identity.getTestCallers,
  setTestCallers: identity.setTestCallers,
} as const;
export const workspaceApiKeyMethods = {
  createWorkspaceApiKey: identity.createWorkspaceApiKey,
  listWorkspaceApiKeys: identity.listWorkspaceApiKeys,
  rotateWorkspaceApiKey: identity.rotateWorkspaceApiKey,
  deleteWorkspaceApiKey: identity.deleteWorkspaceApiKey,
  getOwnWorkspaceApiKey: identity.getOwnWorkspaceApiKey,
} as const;
export const accessReviewMethods = { getAccessReview: identity.getAccessReview } as const;
export const workspaceAccessMethods = {
  getWorkspaceKeyAccess: identity.getWorkspaceKeyAccess,
  getWorkspaceUserAccess: identity.getWorkspaceUserAccess,
  getWorkspaceStanding: identity.getWorkspaceStanding,
} as const;
export const workspaceAdminMethods = {
  listWorkspaces: admin.listWorkspaces,
  setUpWorkspace: admin.foundWorkspace,
  administerWorkspace: admin.administerWorkspace,
  issueWorkspaceApiKey: admin.issueWorkspaceApiKey,
} as const;
