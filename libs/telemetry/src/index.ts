export { AttributeName } from './attribute-names.js';
export type { LogFields, Logger, LoggerOptions, LogLevel } from './logger.js';
export { createLogger, silentLogger } from './logger.js';
export type {
  Counter,
  GaugeSample,
  Histogram,
  MetricDescription,
  MetricLabels,
  Metrics,
  MetricsRegistry,
} from './metrics.js';
export { createMetrics, durationBuckets, metricsContentType, noMetrics } from './metrics.js';
export type { ProcessMetrics } from './process-metrics.js';
export { collectProcessMetrics } from './process-metrics.js';
export type { CurrentRequest } from './current-request.js';
export { currentRequest, runInRequest } from './current-request.js';
export type { OpenSpan, SpanAttributes, SpanOptions } from './spans.js';
export { inTrace, isSampled, openSpan } from './spans.js';
export type { Traces, TracesOptions } from './traces.js';
export { startTraces, tracesRequested } from './traces.js';
export { tracesAreOn } from './tracing-switch.js';
