import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { ObservedSeries } from './observed-series.js';

/** Few and bounded values: a route pattern, a method, a code. Never an id. */
export type MetricLabels = Readonly<Record<string, string>>;

export interface MetricDescription {
  /** Prometheus form that ends with the base unit: `event_horizon_age_seconds`. */
  readonly name: string;
  readonly description: string;
}

export interface Counter {
  add(value: number, labels?: MetricLabels): void;
}

export interface Histogram {
  record(value: number, labels?: MetricLabels): void;
}

export interface GaugeSample {
  readonly value: number;
  readonly labels?: MetricLabels;
}

/**
 * Creates instruments; libraries receive this port. The same name and description give the same series, so each context
 * of a process can create its own instruments.
 */
export interface Metrics {
  /** Its name ends in `_total`. */
  counter(description: MetricDescription): Counter;
  /** `buckets`: upper bounds in the unit of the name, rising. */
  histogram(description: MetricDescription & { readonly buckets: readonly number[] }): Histogram;
  /** `observe` is called at each scrape. */
  gauge(
    description: MetricDescription & {
      readonly observe: () => readonly GaugeSample[] | Promise<readonly GaugeSample[]>;
    },
  ): void;
}

export interface MetricsRegistry extends Metrics {
  /** All series in the Prometheus text format 0.0.4. */
  expose(): Promise<string>;
}

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** From a cached read to a long turn, in seconds. */
export const durationBuckets: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

/** Well below the 10 s that Prometheus waits for all series together. */
const defaultObserveWithinMs = 2_000;

/**
 * One per process, created by its main. A gauge that fails or is too slow is left out of that scrape: a hanging
 * database must not remove all other series.
 */
export function createMetrics({ observeWithinMs = defaultObserveWithinMs } = {}): MetricsRegistry {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  const meter = new MeterProvider({ readers: [reader] }).getMeter('svc');
  const observed = new ObservedSeries();
  const scrape = async (): Promise<string> => {
    observed.clear();
    const { resourceMetrics } = await reader.collect({ timeoutMillis: observeWithinMs });
    return serializer.serialize(observed.only(resourceMetrics));
  };
  let latest: Promise<unknown> = Promise.resolve();
  return {
    counter: ({ name, description }) => meter.createCounter(name, { description }),
    histogram: ({ name, description, buckets }) =>
      meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: [...buckets] } }),
    gauge: ({ name, description, observe }) => {
      meter.createObservableGauge(name, { description }).addCallback(async (result) => {
        for (const { value, labels } of await observe()) {
          result.observe(value, labels);
          observed.note(name, labels);
        }
      });
    },
    // One at a time: the values of gauges belong to the scrape that requested them.
    expose: () => {
      const exposed = latest.then(scrape);
      latest = exposed.catch(() => undefined);
      return exposed;
    },
  };
}

const ignore = (): void => undefined;

/** For tests and tools without metrics. */
export const noMetrics: Metrics = {
  counter: () => ({ add: ignore }),
  histogram: () => ({ record: ignore }),
  gauge: ignore,
};
