import { conversationsContext, ConversationsModule } from '@svc/conversations';
import { createModelCatalogue, Models } from '@svc/models';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  context: conversationsContext,
  schema: configuration,
  eventOwners: ({ IDENTITY_ADDRESS: identity, MEMORY_ADDRESS: memory }) => ({ identity, memory }),
  module: ({ config, tls, logger, metrics, lifecycle }) => {
    const models = new Models(createModelCatalogue(config, process.env), { logger, metrics });
    lifecycle.add({
      name: 'models',
      start: () => models.servers.start(),
      stop: () => models.servers.stop(),
    });
    return ConversationsModule.register({
      identityAddress: config.IDENTITY_ADDRESS,
      agentsAddress: config.AGENTS_ADDRESS,
      memoryAddress: config.MEMORY_ADDRESS,
      tls,
      models,
      owner: config.SVC_INSTANCE,
      recallWithinMs: config.SVC_RECALL_WITHIN_MS,
      ownTurnsAtOnce: config.SVC_OWN_TURNS_AT_ONCE,
      transcriptReaders: config.SVC_TRANSCRIPT_READERS,
    });
  },
});
