import { createServer, type RequestListener, type Server } from 'node:http';
import { idleConnectionMs, type HttpLimits } from './http-limits.js';
import type { OpenConnections } from './open-connections.js';
import type { Pipelines } from './pipelines.js';

export interface EdgeServerOptions {
  readonly pipelines: Pipelines;
  readonly connections: OpenConnections;
  readonly limits: HttpLimits;
}

/** The server below Fastify. It also hands on what Node would reject with an empty body: see `checkRequestHead`. */
export function createEdgeServer(
  serve: RequestListener,
  { pipelines, connections, limits: { headersMs, requestMs } }: EdgeServerOptions,
): Server {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleConnectionMs,
    connectionsCheckingInterval: Math.min(headersMs, 5_000),
    requireHostHeader: false,
  });
  pipelines.watch(server, serve);
  connections.watch(server);
  return server;
}
