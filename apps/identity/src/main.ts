import { randomBytes } from 'node:crypto';
import { text } from '@svc/config';
import { createIdentityModule, identityMigrations } from '@svc/identity';
import { systemClock, systemIds } from '@svc/runtime';
import { runService, serviceConfig } from '@svc/service-host';

const schema = serviceConfig.extend({
  SVC_MASTER_KEY: text()
    .regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hex digits (openssl rand -hex 32)' })
    .describe('32 bytes in hex that wrap signing keys and secrets (secret)'),
  SVC_TOKEN_ISSUER: text().default('svc-identity').describe('iss of the tokens, the same in the gateway'),
});

await runService({
  name: 'identity',
  schema,
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
