import { IdentityAdminServiceService } from '@svc/contracts/identity';

const {
  seedOrganization,
  issueApiKey,
  grantSuperAdministrator,
  rotateSigningKey,
  listWorkspaces,
  foundWorkspace,
  administerWorkspace,
  issueWorkspaceApiKey,
  ...others
} = IdentityAdminServiceService;

// A method that is added to the service belongs to one of the controllers: until it does, this does not compile.
others satisfies Record<string, never>;

/** The methods of IdentityAdminService by the controller that serves them. */
export const organizationAdminMethods = {
  seedOrganization,
  issueApiKey,
  grantSuperAdministrator,
  rotateSigningKey,
} as const;
export const workspaceAdminMethods = {
  listWorkspaces,
  foundWorkspace,
  administerWorkspace,
  issueWorkspaceApiKey,
} as const;
