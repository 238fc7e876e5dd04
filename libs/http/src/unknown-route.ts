import type { FastifyRequest } from 'fastify';

/** Whether a request has no route. None serves `OPTIONS`: `@fastify/cors` adds its own for all paths. */
export function isUnknownRoute({ is404, method }: FastifyRequest): boolean {
  return is404 || method === 'OPTIONS';
}
