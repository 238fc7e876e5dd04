import { callerFromMessage, permits } from '@svc/auth';
import type { IdentityServiceService } from '@svc/contracts/identity';
import { requestMetadata } from '@svc/kernel';
import type { Handlers } from '@svc/rpc';
import { createOrganization } from '../application/create-organization.js';
import type { IdentityContext } from '../application/identity-context.js';
import { getOrganization } from '../application/get-organization.js';
import { standardPreferences } from '../domain/preferences.js';
import { preferencesToMessage } from './preferences.js';

type OrganizationHandlers = Pick<
  Handlers<typeof IdentityServiceService>,
  'createOrganization' | 'getOrganization'
>;

export function organizationHandlers(identity: IdentityContext): OrganizationHandlers {
  return {
    async createOrganization(
      { caller: message, orgId, orgName, userDimensions, defaultUserPreferences },
      context,
    ) {
      // The tenant of this one request is the organization to be: it says nothing yet.
      const caller = callerFromMessage(message);
      const metadata = requestMetadata(`user:${caller.userId}`, context);
      const request = { orgId, orgName, userDimensions, defaultUserPreferences };
      await createOrganization(identity, { caller, metadata }, request);
      return { orgId };
    },

    async getOrganization({ orgId, caller }) {
      const row = await getOrganization(identity, orgId);
      const answer = { orgId, orgName: row.org_name };
      const grants = caller ? callerFromMessage(caller).grants : [];
      if (!permits(grants, 'Organization:GetOrganizationDetails', { org_id: orgId })) return answer;
      const details = {
        defaultUserPreferences: preferencesToMessage(row.default_user_preferences ?? standardPreferences),
        userDimensions: row.user_dimensions.map(({ description, tags }) => ({
          description,
          tags: [...tags],
        })),
      };
      return { ...answer, details };
    },
  };
}
