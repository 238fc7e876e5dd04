import type { IdentityAdminServiceService } from '@svc/contracts/identity';
import { requestMetadata } from '@svc/kernel';
import type { Handlers } from '@svc/rpc';
import type { IdentityContext } from '../application/identity-context.js';
import { issueApiKeyToUser } from '../application/issue-api-key-to-user.js';
import { seedOrganization } from '../application/seed-organization.js';

/** `actor` of what the operator of the installation does. */
const operator = 'operator';

export function identityAdminHandlers(
  identity: IdentityContext,
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
      const { userId, apiKey } = await seedOrganization(identity, seed, requestMetadata(operator, context));
      return { created: apiKey !== null, orgId, userId, apiKey: apiKey ?? undefined };
    },

    async issueApiKey({ orgId, userId, name, duration }, context) {
      const request = { orgId, creatorUserId: userId, name, duration };
      return { apiKey: await issueApiKeyToUser(identity, request, requestMetadata(operator, context)) };
    },

    async rotateSigningKey() {
      return { kid: await identity.signingKeys.rotate() };
    },
  };
}
