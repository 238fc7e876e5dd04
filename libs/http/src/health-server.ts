import type { Logger, MetricsRegistry } from '@svc/telemetry';
import { fastify } from 'fastify';
import { addHealthRoutes, type HealthOptions } from './health-routes.js';
import { listeningUrl } from './listening-url.js';

export interface HealthServerOptions extends HealthOptions {
  readonly metrics: MetricsRegistry;
  readonly logger: Logger;
}

export interface HealthServer {
  /** @param port 0 takes a free one. @returns the base URL. */
  listen(port: number, host: string): Promise<string>;
  stop(graceMs: number): Promise<void>;
}

/** Only the health routes, for services without another HTTP interface. */
export async function createHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const server = fastify({ logger: false });
  addHealthRoutes(server, options);
  await server.ready();
  return {
    listen: async (port, host) => {
      await server.listen({ port, host });
      return listeningUrl(server);
    },
    stop: async (graceMs) => {
      const cutOff = setTimeout(() => server.server.closeAllConnections(), graceMs);
      await server.close().finally(() => clearTimeout(cutOff));
    },
  };
}
