import { names, text } from '@svc/config';
import { defaultKeyReaders } from '@svc/identity';
import { serviceConfig } from '@svc/service-host';

/** What the identity service reads from its environment. */
export const configuration = serviceConfig.extend({
  SVC_MASTER_KEY: text()
    .regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hex digits (openssl rand -hex 32)' })
    .describe('32 bytes in hex that wrap signing keys and secrets (secret)'),
  SVC_KEY_READERS: names()
    .default([...defaultKeyReaders])
    .describe('names of the certificates that may ask for keys over the network, separated by commas'),
  SVC_TOKEN_ISSUER: text().default('svc-identity').describe('iss of the tokens, the same in the gateway'),
});
