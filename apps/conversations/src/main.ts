import { conversationsContext, ConversationsModule } from '@svc/conversations';
import { PostgresEventBus } from '@svc/event-bus';
import { StoredLog } from '@svc/event-store';
import { createModel, createModelPort, modelSettings, modelTimeLimits } from '@svc/models';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  context: conversationsContext,
  schema: configuration,
  // As long as identity keeps its log in the same database, where this service may read it.
  bus: ({ database }) => new PostgresEventBus({ identity: new StoredLog({ schema: 'identity', database }) }),
  module: ({ config, tls }) =>
    ConversationsModule.register({
      identityAddress: config.IDENTITY_ADDRESS,
      agentsAddress: config.AGENTS_ADDRESS,
      tls,
      model: createModelPort(createModel(config), {
        limits: modelTimeLimits(config),
        settings: modelSettings(config),
      }),
      owner: config.SVC_INSTANCE,
    }),
});
