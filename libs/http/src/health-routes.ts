import { metricsContentType, type MetricsRegistry } from '@svc/telemetry';
import type { FastifyInstance } from 'fastify';

export interface HealthOptions {
  /** Resolves to what is missing, in words for an installer; empty if requests can be served. */
  readonly readiness: () => Promise<readonly string[]> | readonly string[];
  readonly metrics: MetricsRegistry;
}

/** `/livez`: the process runs. `/readyz`: it serves requests (503 with the reasons otherwise). `/metrics`: Prometheus. */
export function addHealthRoutes(instance: FastifyInstance, { readiness, metrics }: HealthOptions): void {
  instance.get('/livez', () => ({ status: 'ok' }));
  instance.get('/readyz', async (_request, reply) => {
    const missing = await readiness();
    if (missing.length === 0) return { status: 'ok' };
    return reply.code(503).send({ status: 'unavailable', missing });
  });
  instance.get('/metrics', async (_request, reply) =>
    reply.type(metricsContentType).send(await metrics.expose()),
  );
}
