import { choice, filePath, names, text } from '@svc/config';
import { identityConfig } from '@svc/identity';
import { regionCodes } from '@svc/kernel';
import { defaultKeyReaders } from '@svc/privacy';
import { serviceConfig } from '@svc/service-host';

/** What the identity service reads from its environment. */
export const configuration = serviceConfig.extend({
  CONVERSATIONS_ADDRESS: text().describe(
    'gRPC address of the conversations service, which is asked for events that Kafka has not brought',
  ),
  MEMORY_ADDRESS: text().describe(
    'gRPC address of the memory service, which is asked for events that Kafka has not brought',
  ),
  WORLD_ADDRESS: text().describe(
    'gRPC address of the world service, which is asked for events that Kafka has not brought',
  ),
  SVC_ERASURES: filePath().describe(
    'file that lists erased subjects by their ids, where no restore of the database reaches it',
  ),
  SVC_KEY_READERS: names()
    .default([...defaultKeyReaders])
    .describe('names of the certificates that may ask for keys over the network, separated by commas'),
  SVC_REGION: choice(regionCodes)
    .default('us-east-1')
    .describe('where this installation is; workspaces that are made here are of this region, for ever'),
  ...identityConfig.shape,
  SVC_TOKEN_ISSUER: text().default('svc-identity').describe('iss of the tokens, the same in the gateway'),
});
