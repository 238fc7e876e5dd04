import type { Executor } from '@svc/postgres';
import type { Metrics } from '@svc/telemetry';

/** Gauge of the parked streams of all consumers of these contexts, read at each scrape. One call per process. */
export function observeInboxes(metrics: Metrics, executor: Executor, schemas: readonly string[]): void {
  metrics.gauge({
    name: 'event_bus_parked_streams',
    description: 'Streams that a consumer of public events does not go on with, by why.',
    observe: async () => {
      const counts = await Promise.all(schemas.map((schema) => countParked(executor, schema)));
      return counts.flat();
    },
  });
}

async function countParked(executor: Executor, schema: string) {
  const { rows } = await executor.query<{ consumer: string; kind: string; streams: number }>({
    name: `${schema}.count_parked_inbox_streams`,
    text: `
      SELECT consumer, kind, count(*)::integer AS streams FROM ${schema}.inbox_parked_stream
       GROUP BY consumer, kind ORDER BY consumer, kind`,
    values: [],
  });
  return rows.map(({ consumer, kind, streams }) => ({
    value: streams,
    labels: { context: schema, consumer, kind },
  }));
}
