import type { Metrics } from '@svc/telemetry';

/** Called by a guarded producer about its work. */
export interface ProducerMetrics {
  /** Messages are about to be sent. */
  began(): void;
  /** So many messages are acknowledged. */
  acknowledged(messages: number): void;
  /** So many messages were left out of an answer that claimed success. */
  leftOut(messages: number): void;
  /** A producer was given up. */
  replaced(): void;
  /** The publication is acknowledged or aborted. */
  ended(): void;
}

export const silentProducerMetrics: ProducerMetrics = {
  began: () => undefined,
  acknowledged: () => undefined,
  leftOut: () => undefined,
  replaced: () => undefined,
  ended: () => undefined,
};

/** @param context whose events are published */
export function producerMetrics(metrics: Metrics, context: string, now: () => number): ProducerMetrics {
  const labels = { context };
  const published = metrics.counter({
    name: 'event_bus_published_total',
    description: 'Events that the cluster has acknowledged; repeats count.',
  });
  const leftOut = metrics.counter({
    name: 'event_bus_left_out_total',
    description: 'Events that a send left out although it claimed success. They were sent again.',
  });
  const replaced = metrics.counter({
    name: 'event_bus_producers_replaced_total',
    description: 'Producers that were given up, for their sequence or for an answer that did not come.',
  });
  let beganAtMs: number | undefined;
  metrics.gauge({
    name: 'event_bus_publishing_seconds',
    description: 'For how long the relay waits for the acknowledgement of what it publishes now.',
    observe: () => [{ value: beganAtMs === undefined ? 0 : (now() - beganAtMs) / 1_000, labels }],
  });
  return {
    began: () => void (beganAtMs = now()),
    acknowledged: (messages) => published.add(messages, labels),
    leftOut: (messages) => leftOut.add(messages, labels),
    replaced: () => replaced.add(1, labels),
    ended: () => void (beganAtMs = undefined),
  };
}
