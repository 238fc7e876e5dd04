import type { IdentityServiceService } from '@svc/contracts/identity';
import type { Handlers } from '@svc/rpc';
import { createApiKey } from '../application/create-api-key.js';
import { deleteApiKey } from '../application/delete-api-key.js';
import type { IdentityContext } from '../application/identity-context.js';
import { listApiKeys } from '../projections/list-api-keys.js';
import { requesterOf } from './requester.js';

type ApiKeyHandlers = Pick<
  Handlers<typeof IdentityServiceService>,
  'createApiKey' | 'listApiKeys' | 'deleteApiKey'
>;

export function apiKeyHandlers(identity: IdentityContext): ApiKeyHandlers {
  return {
    async createApiKey({ caller, ...request }, context) {
      const { name, duration, roleName } = request;
      return createApiKey(identity, requesterOf(caller, context), { name, duration, roleName });
    },

    async listApiKeys({ caller }, context) {
      const { caller: reader, orgId } = requesterOf(caller, context);
      const keys = await listApiKeys(identity.readModels, reader.grants, orgId);
      return {
        apiKeys: keys.map(({ recordId, apiKeyId, name, creatorUserId, roleId, createdAt, expiresAt }) => ({
          ...{ orgId, recordId, apiKeyId, creatorUserId, roleId },
          name: name ?? undefined,
          createdAtMs: createdAt.getTime(),
          // Keys never change.
          updatedAtMs: createdAt.getTime(),
          expiresAtMs: expiresAt.getTime(),
        })),
      };
    },

    async deleteApiKey({ caller, apiKeyId }, context) {
      await deleteApiKey(identity, requesterOf(caller, context), apiKeyId);
      return { apiKeyId };
    },
  };
}
