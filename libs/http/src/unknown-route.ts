import type { FastifyRequest } from 'fastify';

/** Whether no route was found for a request. `OPTIONS` is served by none: `@fastify/cors` adds one of its own for all paths. */
export function isUnknownRoute({ is404, method }: FastifyRequest): boolean {
  return is404 || method === 'OPTIONS';
}
