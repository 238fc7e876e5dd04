import { hostname } from 'node:os';
import { text } from '@svc/config';
import { AgentsServiceService } from '@svc/contracts/agents';
import { IdentityServiceService } from '@svc/contracts/identity';
import { conversationsMigrations, createConversationsModule } from '@svc/conversations';
import { createModel, createModelPort, modelConfig, modelTimeLimits } from '@svc/models';
import { createClient } from '@svc/rpc';
import { systemClock, systemIds } from '@svc/runtime';
import { runService, serviceConfig } from '@svc/service-host';

const schema = serviceConfig.extend(modelConfig.shape).extend({
  IDENTITY_ADDRESS: text().describe('gRPC address of the identity service'),
  AGENTS_ADDRESS: text().describe('gRPC address of the agents service'),
  SVC_INSTANCE: text()
    .default(hostname())
    .describe(
      'name of this instance in the leases of its turns: the same after a restart, unique among the living',
    ),
});

await runService({
  name: 'conversations',
  schema,
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
