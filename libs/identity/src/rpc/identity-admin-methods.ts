import { IdentityAdminServiceService } from '@svc/contracts/identity';

const { seedOrganization, issueApiKey, grantSuperAdministrator, rotateSigningKey, eraseWorkspacePerson } =
  IdentityAdminServiceService;

/** The methods of IdentityAdminService that are served here; those of workspaces are in their lib. */
export const organizationAdminMethods = {
  seedOrganization,
  issueApiKey,
  grantSuperAdministrator,
  rotateSigningKey,
  eraseWorkspacePerson,
} as const;
