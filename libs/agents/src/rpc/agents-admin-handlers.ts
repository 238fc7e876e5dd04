import type { AgentsAdminServiceService } from '@svc/contracts/agents';
import { requestMetadata } from '@svc/kernel';
import type { Handlers } from '@svc/rpc';
import { authorFromMessage } from '../adapters/definition-messages.js';
import type { AgentsContext } from '../application/agents-context.js';
import { seedDefinitions } from '../application/seed-definitions.js';
import { requireTenant } from './request-parts.js';
import { seedDefinitionsOf } from './seed-request.js';

/** AgentsAdminService (proto/svc/agents/v1/agents_admin_service.proto): for the operator, without a caller. */
export function agentsAdminHandlers(context: AgentsContext): Handlers<typeof AgentsAdminServiceService> {
  return {
    seedDefinitions: async ({ tenantId, author, definitionsJson }, call) => {
      const issuer = {
        tenantId: requireTenant(tenantId),
        by: authorFromMessage(author),
        metadata: requestMetadata('service:agents', call),
      };
      return seedDefinitions(context, issuer, seedDefinitionsOf(definitionsJson));
    },
  };
}
