import { randomBytes } from 'node:crypto';
import { identityContext, IdentityModule } from '@svc/identity';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  context: identityContext,
  schema: configuration,
  module: ({ config, masterKey }) =>
    IdentityModule.register({
      random: randomBytes,
      masterKey,
      keyReaders: config.SVC_KEY_READERS,
      tokenIssuer: config.SVC_TOKEN_ISSUER,
    }),
});
