import { createMemoryExtractor, memoryContext, MemoryModule } from '@svc/memory';
import { createModelCatalogue, Models } from '@svc/models';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  context: memoryContext,
  schema: configuration,
  eventOwners: ({ IDENTITY_ADDRESS: identity, CONVERSATIONS_ADDRESS: conversations }) => ({
    identity,
    conversations,
  }),
  module: ({ config, tls, logger, metrics, lifecycle }) => {
    const models = new Models(createModelCatalogue(config, process.env), { logger, metrics });
    lifecycle.add({
      name: 'models',
      start: () => models.servers.start(),
      stop: () => models.servers.stop(),
    });
    return MemoryModule.register({
      identityAddress: config.IDENTITY_ADDRESS,
      conversationsAddress: config.CONVERSATIONS_ADDRESS,
      worldAddress: config.WORLD_ADDRESS,
      tls,
      extractor: createMemoryExtractor(models),
      recallers: config.SVC_RECALLERS,
    });
  },
});
