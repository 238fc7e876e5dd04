import { createMemoryExtractor, memoryContext, MemoryModule } from '@svc/memory';
import { createModelCatalogue } from '@svc/models';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  context: memoryContext,
  schema: configuration,
  eventOwners: ({ IDENTITY_ADDRESS: identity, CONVERSATIONS_ADDRESS: conversations }) => ({
    identity,
    conversations,
  }),
  module: ({ config, tls }) =>
    MemoryModule.register({
      identityAddress: config.IDENTITY_ADDRESS,
      conversationsAddress: config.CONVERSATIONS_ADDRESS,
      tls,
      extractor: createMemoryExtractor(createModelCatalogue(config, process.env)),
      recallers: config.SVC_RECALLERS,
    }),
});
