import type { Executor } from '@svc/postgres';
import type { Metrics } from '@svc/telemetry';
import { readEventHorizon } from '../horizon/event-horizon.js';
import { countParkedStreams } from '../subscription/parked-streams.js';
import { readSubscriptionLags } from '../subscription/subscription-lag.js';

/** Gauges of the event logs of one database, read at each scrape. One call per process, for all its contexts. */
export function observeLogs(metrics: Metrics, executor: Executor, schemas: readonly string[]): void {
  metrics.gauge({
    name: 'event_horizon_age_seconds',
    description:
      'Age of the open write transaction with the lowest id on the database server, which holds all subscribers back.',
    observe: async () => {
      const { ageSeconds, blocker } = await readEventHorizon(executor);
      if (!blocker) return [{ value: ageSeconds }];
      const { database, user, name, state } = blocker;
      return [{ value: ageSeconds, labels: { database, user, application: name, state } }];
    },
  });
  metrics.gauge({
    name: 'event_subscription_lag_seconds',
    description: 'How long the oldest event waits that a subscription has not applied yet.',
    observe: async () => {
      const lags = await Promise.all(schemas.map((schema) => readSubscriptionLags(executor, schema)));
      return schemas.flatMap((context, index) =>
        (lags[index] ?? []).map(({ name, seconds }) => ({
          value: seconds,
          labels: { context, subscription: name },
        })),
      );
    },
  });
  metrics.gauge({
    name: 'event_subscription_parked_streams',
    description: 'Streams with an event that a subscription can not handle, which wait for the operator.',
    observe: async () => {
      const counts = await Promise.all(schemas.map((schema) => countParkedStreams(executor, schema)));
      return schemas.flatMap((context, index) =>
        (counts[index] ?? []).map(({ subscription, streams }) => ({
          value: streams,
          labels: { context, subscription },
        })),
      );
    },
  });
}
