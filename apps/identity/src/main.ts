import { randomBytes } from 'node:crypto';
import { identityContext, IdentityModule } from '@svc/identity';
import { MasterKey } from '@svc/sealing';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  context: identityContext,
  schema: configuration,
  module: ({ config }) =>
    IdentityModule.register({
      random: randomBytes,
      masterKey: new MasterKey(Buffer.from(config.SVC_MASTER_KEY, 'hex')),
      keyReaders: config.SVC_KEY_READERS,
      tokenIssuer: config.SVC_TOKEN_ISSUER,
    }),
});
