import { createGateway, gatewayBounds, gatewayAudience, type Gateway } from '@svc/gateway';
import { createPostgresStore } from '@svc/rate-limits';
import { systemClock, systemIds } from '@svc/runtime';
import { openEventTails, readRpcTls, runProcess, type EventTails } from '@svc/service-host';
import { configuration } from './configuration.js';
import { collectProcessMetrics } from '@svc/telemetry';

await runProcess('gateway', configuration, ({ config, logger, metrics, lifecycle }) => {
  const tls = readRpcTls(config);
  const { SVC_RATE_LIMIT_STORE: store } = config;
  const services = {
    identity: config.IDENTITY_ADDRESS,
    agents: config.AGENTS_ADDRESS,
    conversations: config.CONVERSATIONS_ADDRESS,
    memory: config.MEMORY_ADDRESS,
    webhooks: config.WEBHOOKS_ADDRESS,
    world: config.WORLD_ADDRESS,
  };
  let tails: EventTails | undefined;
  let gateway: Gateway | undefined;
  lifecycle.add({
    name: 'gateway',
    start: async () => {
      tails = await openEventTails('gateway', { config, owners: services, tls, logger, metrics });
      gateway = await createGateway({
        services,
        tls,
        issuer: config.SVC_TOKEN_ISSUER,
        bus: tails,
        ...gatewayBounds(config),
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
    stop: async (graceMs) => {
      await gateway?.stop(graceMs);
      tails?.close();
    },
  });
});
