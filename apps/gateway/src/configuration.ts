import { port, text, url } from '@svc/config';
import { gatewayConfig } from '@svc/gateway';
import { kafkaConfig, processConfig } from '@svc/service-host';

/** What the gateway reads from its environment. */
export const configuration = processConfig.extend({
  PORT: port().default(8080).describe('TCP port of the HTTP API'),
  HOST: text().default('0.0.0.0').describe('address to listen on'),
  IDENTITY_ADDRESS: text().describe('gRPC address of the identity service'),
  AGENTS_ADDRESS: text().describe('gRPC address of the agents service'),
  CONVERSATIONS_ADDRESS: text().describe('gRPC address of the conversations service'),
  MEMORY_ADDRESS: text().describe('gRPC address of the memory service'),
  WEBHOOKS_ADDRESS: text().describe('gRPC address of the webhooks service'),
  WORLD_ADDRESS: text().describe('gRPC address of the world service'),
  SVC_TOKEN_ISSUER: text().default('svc-identity').describe('iss of the tokens, the same in identity'),
  SVC_RATE_LIMIT_STORE: url(['postgres:', 'postgresql:'])
    .optional()
    .describe(
      'a PostgreSQL database for nothing else, where several gateways count requests together; without, each counts its own',
    ),
  ...kafkaConfig.shape,
  ...gatewayConfig.shape,
});
