import { createServer, type RequestListener, type Server } from 'node:http';
import type { UpgradeEdge } from './upgrade-edge.js';
import { idleConnectionMs, type HttpLimits } from './http-limits.js';
import type { OpenConnections } from './open-connections.js';
import type { Pipelines } from './pipelines.js';

export interface EdgeServerOptions {
  readonly pipelines: Pipelines;
  readonly connections: OpenConnections;
  readonly limits: HttpLimits;
  readonly upgrades: UpgradeEdge | undefined;
}

/** The server below Fastify. It also hands on what Node would reject with an empty body: see `checkRequestHead`. */
export function createEdgeServer(
  serve: RequestListener,
  { pipelines, connections, limits: { headersMs, requestMs }, upgrades }: EdgeServerOptions,
): Server {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleConnectionMs,
    connectionsCheckingInterval: Math.min(headersMs, 5_000),
    requireHostHeader: false,
    // Other requests to upgrade, such as to HTTP/2, are served as if they had not asked.
    shouldUpgradeCallback: (request) => upgrades?.isFor(request) ?? false,
  });
  pipelines.watch(server, serve);
  connections.watch(server);
  upgrades?.watch(server, pipelines);
  return server;
}
