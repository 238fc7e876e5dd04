import { runService } from '@svc/service-host';
import { tablesRoleKey, worldContext, WorldModule } from '@svc/world';
import { configuration } from './configuration.js';

await runService({
  context: worldContext,
  schema: configuration,
  eventOwners: ({
    IDENTITY_ADDRESS: identity,
    AGENTS_ADDRESS: agents,
    CONVERSATIONS_ADDRESS: conversations,
  }) => ({ identity, agents, conversations }),
  module: ({ config, tls, masterKey }) => {
    const { SVC_TABLES_DATABASE_URL: connectionString, SVC_TABLES_CONNECTIONS: connections } = config;
    const roleKey = masterKey.derive(tablesRoleKey);
    return WorldModule.register({
      ...{ identityAddress: config.IDENTITY_ADDRESS, tls, inferrers: config.SVC_INFERRERS },
      tables: connectionString === undefined ? undefined : { connectionString, connections, roleKey },
    });
  },
});
