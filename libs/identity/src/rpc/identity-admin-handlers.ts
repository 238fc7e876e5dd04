import type { IdentityAdminServiceService } from '@svc/contracts/identity';
import type { Handlers } from '@svc/rpc';
import type { Dependencies } from '../application/dependencies.js';
import { issueApiKeyToUser } from '../application/issue-api-key-to-user.js';
import { seedOrganization } from '../application/seed-organization.js';
import { metadataOf, operator } from './metadata.js';

export function identityAdminHandlers(
  dependencies: Dependencies,
): Handlers<typeof IdentityAdminServiceService> {
  return {
    async seedOrganization(request, context) {
      const { orgId, orgName } = request;
      const administrator = {
        firstName: request.administratorFirstName,
        lastName: request.administratorLastName,
        email: request.administratorEmail,
      };
      const seed = { orgId, orgName, administrator };
      const { userId, apiKey } = await seedOrganization(dependencies, seed, metadataOf(operator, context));
      return { created: apiKey !== null, orgId, userId, apiKey: apiKey ?? undefined };
    },

    async issueApiKey({ orgId, userId, name, duration }, context) {
      const request = { orgId, creatorUserId: userId, name, duration };
      return { apiKey: await issueApiKeyToUser(dependencies, request, metadataOf(operator, context)) };
    },

    async rotateSigningKey() {
      return { kid: await dependencies.signingKeys.rotate() };
    },
  };
}
