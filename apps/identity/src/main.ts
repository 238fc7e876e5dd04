import { randomBytes } from 'node:crypto';
import { createIdentityModule, identityMigrations } from '@svc/identity';
import { systemClock, systemIds } from '@svc/runtime';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  name: 'identity',
  schema: configuration,
  migrations: identityMigrations,
  create: ({ database, config }) =>
    createIdentityModule({
      database,
      clock: systemClock,
      ids: systemIds,
      random: randomBytes,
      masterKey: Buffer.from(config.SVC_MASTER_KEY, 'hex'),
      tokenIssuer: config.SVC_TOKEN_ISSUER,
    }),
});
