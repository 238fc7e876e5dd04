import { createGateway, gatewayBounds, gatewayAudience, type Gateway } from '@svc/gateway';
import { createPostgresStore } from '@svc/rate-limits';
import { systemClock, systemIds } from '@svc/runtime';
import { openEventTails, readRpcTls, runProcess } from '@svc/service-host';
import { configuration } from './configuration.js';
import { collectProcessMetrics } from '@svc/telemetry';

await runProcess('gateway', configuration, ({ config, logger, metrics, lifecycle }) => {
  const tls = readRpcTls(config);
  const { SVC_RATE_LIMIT_STORE: store } = config;
  let gateway: Gateway | undefined;
  lifecycle.add({
    name: 'gateway',
    start: async () => {
      gateway = await createGateway({
        services: {
          identity: config.IDENTITY_ADDRESS,
          agents: config.AGENTS_ADDRESS,
          conversations: config.CONVERSATIONS_ADDRESS,
          memory: config.MEMORY_ADDRESS,
          webhooks: config.WEBHOOKS_ADDRESS,
        },
        tls,
        issuer: config.SVC_TOKEN_ISSUER,
        bus: await openEventTails('gateway', config, logger),
        bounds: gatewayBounds(config),
        ...gatewayAudience(config),
        rateLimitStore: store === undefined ? undefined : createPostgresStore({ connectionString: store }),
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
