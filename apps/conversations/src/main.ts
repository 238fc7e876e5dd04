import { conversationsContext, ConversationsModule } from '@svc/conversations';
import { createModelCatalogue, Models, unreachableModels } from '@svc/models';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  context: conversationsContext,
  schema: configuration,
  eventOwners: ({ IDENTITY_ADDRESS: identity, MEMORY_ADDRESS: memory }) => ({ identity, memory }),
  module: ({ config, tls, logger, metrics }) => {
    const catalogue = createModelCatalogue(config, process.env);
    void unreachableModels(catalogue).then((models) => {
      for (const { name, origin } of models)
        logger.error('a model can not be reached', { model: name, origin });
    });
    return ConversationsModule.register({
      identityAddress: config.IDENTITY_ADDRESS,
      agentsAddress: config.AGENTS_ADDRESS,
      memoryAddress: config.MEMORY_ADDRESS,
      tls,
      models: new Models(catalogue, { logger, metrics }),
      owner: config.SVC_INSTANCE,
      recallWithinMs: config.SVC_RECALL_WITHIN_MS,
      transcriptReaders: config.SVC_TRANSCRIPT_READERS,
    });
  },
});
