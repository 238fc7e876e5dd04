import { runService } from '@svc/service-host';
import { worldContext, WorldModule } from '@svc/world';
import { configuration } from './configuration.js';

await runService({
  context: worldContext,
  schema: configuration,
  eventOwners: ({
    IDENTITY_ADDRESS: identity,
    AGENTS_ADDRESS: agents,
    CONVERSATIONS_ADDRESS: conversations,
  }) => ({ identity, agents, conversations }),
  module: ({ config, tls }) => WorldModule.register({ identityAddress: config.IDENTITY_ADDRESS, tls }),
});
