import { createServer, type RequestListener, type Server } from 'node:http';
import { idleConnectionMs, type HttpLimits } from './http-limits.js';
import type { Pipelines } from './pipelines.js';

/** The server below Fastify. It also hands on what Node would reject with an empty body: see `checkRequestHead`. */
export function createEdgeServer(
  serve: RequestListener,
  pipelines: Pipelines,
  { headersMs, requestMs }: HttpLimits,
): Server {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleConnectionMs,
    connectionsCheckingInterval: Math.min(headersMs, 5_000),
    requireHostHeader: false,
  });
  pipelines.watch(server, serve);
  return server;
}
