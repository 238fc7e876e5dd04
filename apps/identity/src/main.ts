import { randomBytes } from 'node:crypto';
import { identityContext, IdentityModule } from '@svc/identity';
import { ErasureFile } from '@svc/privacy';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  context: identityContext,
  schema: configuration,
  eventOwners: ({ CONVERSATIONS_ADDRESS: conversations, MEMORY_ADDRESS: memory, WORLD_ADDRESS: world }) => ({
    conversations,
    memory,
    world,
  }),
  module: ({ config, logger, masterKey }) =>
    IdentityModule.register({
      random: randomBytes,
      masterKey,
      erasures: new ErasureFile(config.SVC_ERASURES, (sentence) => logger.warn(sentence)),
      keyReaders: config.SVC_KEY_READERS,
      tokenIssuer: config.SVC_TOKEN_ISSUER,
      region: config.SVC_REGION,
      signingKeyOverlapMs: config.SVC_SIGNING_KEY_OVERLAP_S * 1_000,
    }),
});
