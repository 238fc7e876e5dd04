import { DataPointType, type MetricData, type ResourceMetrics } from '@opentelemetry/sdk-metrics';

type Labels = Readonly<Record<string, unknown>>;

/**
 * The series from gauges at one scrape. OpenTelemetry keeps showing values of earlier scrapes that no longer exist,
 * such as a transaction that has ended, or a value that could not be read this time.
 */
export class ObservedSeries {
  readonly #keys = new Set<string>();

  clear(): void {
    this.#keys.clear();
  }

  note(name: string, labels: Labels = {}): void {
    this.#keys.add(keyOf(name, labels));
  }

  /** The metrics without gauge values of earlier scrapes. */
  only(metrics: ResourceMetrics): ResourceMetrics {
    return {
      ...metrics,
      scopeMetrics: metrics.scopeMetrics.map((scope) => ({
        ...scope,
        metrics: scope.metrics.map((metric) => this.#onlyObserved(metric)),
      })),
    };
  }

  #onlyObserved(metric: MetricData): MetricData {
    if (metric.dataPointType !== DataPointType.GAUGE) return metric;
    const { name } = metric.descriptor;
    const dataPoints = metric.dataPoints.filter(({ attributes }) => this.#keys.has(keyOf(name, attributes)));
    return { ...metric, dataPoints };
  }
}

function keyOf(name: string, labels: Labels): string {
  return JSON.stringify([name, ...Object.entries(labels).sort()]);
}
