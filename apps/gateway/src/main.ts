import { port, text } from '@svc/config';
import { createGateway, type Gateway } from '@svc/gateway';
import { systemClock, systemIds } from '@svc/runtime';
import { processConfig, runProcess } from '@svc/service-host';
import { collectProcessMetrics } from '@svc/telemetry';

const schema = processConfig.extend({
  PORT: port().default(8080).describe('TCP port of the HTTP API'),
  HOST: text().default('0.0.0.0').describe('address to listen on'),
  IDENTITY_ADDRESS: text().describe('gRPC address of the identity service'),
  AGENTS_ADDRESS: text().describe('gRPC address of the agents service'),
  CONVERSATIONS_ADDRESS: text().describe('gRPC address of the conversations service'),
  SVC_TOKEN_ISSUER: text().default('svc-identity').describe('iss of the tokens, the same in identity'),
});

await runProcess('gateway', schema, ({ config, logger, metrics, lifecycle }) => {
  let gateway: Gateway | undefined;
  lifecycle.add({
    name: 'gateway',
    start: async () => {
      gateway = await createGateway({
        services: {
          identity: config.IDENTITY_ADDRESS,
          agents: config.AGENTS_ADDRESS,
          conversations: config.CONVERSATIONS_ADDRESS,
        },
        issuer: config.SVC_TOKEN_ISSUER,
        clock: systemClock,
        ids: systemIds,
        logger,
        metrics,
      });
      collectProcessMetrics(metrics);
      const address = await gateway.listen(config.PORT, config.HOST);
      logger.info('the API listens', { address });
    },
    stop: (graceMs) => gateway?.stop(graceMs),
  });
});
