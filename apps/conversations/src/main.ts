import { AgentsServiceService } from '@svc/contracts/agents';
import { IdentityServiceService } from '@svc/contracts/identity';
import { conversationsMigrations, createConversationsModule } from '@svc/conversations';
import { createModel, createModelPort, modelTimeLimits } from '@svc/models';
import { createClient } from '@svc/rpc';
import { systemClock, systemIds } from '@svc/runtime';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  name: 'conversations',
  schema: configuration,
  migrations: conversationsMigrations,
  create: ({ database, config, logger, metrics }) => {
    const conversations = createConversationsModule({
      database,
      clock: systemClock,
      ids: systemIds,
      logger,
      metrics,
      identity: createClient(IdentityServiceService, config.IDENTITY_ADDRESS),
      agents: createClient(AgentsServiceService, config.AGENTS_ADDRESS),
      model: createModelPort(createModel(config), { limits: modelTimeLimits(config) }),
      owner: config.SVC_INSTANCE,
    });
    return { ...conversations, start: () => conversations.start({ voidOwn: true }) };
  },
});
