import type { Counter, Logger, Metrics } from '@svc/telemetry';
import type { Pipelines } from './pipelines.js';
import type { RequestsInFlight } from './requests-in-flight.js';
import { SampledLog } from './sampled-log.js';

/** Why we closed a connection. */
export type CutReason = 'too_many_waiting' | 'answer_not_read' | 'unwanted_body';

/** The bound that a rejected request would have exceeded. */
export type RequestBound = 'process' | 'health' | 'caller' | 'anonymous';

/** An installer needs to know that it happens, not every occurrence. */
const linesPerSecond = 1;

/** Reports what was rejected or cut to stay within the bounds: metrics, and a sample of log lines. */
export class Overload {
  readonly #refused: Counter;
  readonly #cut: Counter;
  readonly #log: SampledLog;

  constructor(
    logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.#refused = metrics.counter({
      name: 'http_requests_refused_total',
      description: 'Requests answered 503 because too many were being served, by the bound.',
    });
    this.#cut = metrics.counter({
      name: 'http_connections_cut_total',
      description: 'Connections ended because of what their client sent or did not read, by the reason.',
    });
    this.#log = new SampledLog((message, fields) => logger.warn(message, fields), { linesPerSecond });
  }

  requestRefused(bound: RequestBound): void {
    this.#refused.add(1, { bound });
    this.#log.line('request refused: too many are being served', { bound });
  }

  connectionCut(reason: CutReason): void {
    this.#cut.add(1, { reason });
    this.#log.line('connection cut', { reason });
  }

  /** Shows how close the load is to the bounds. */
  observe({ inFlight, pipelines }: { inFlight: RequestsInFlight; pipelines: Pipelines }): void {
    this.metrics.gauge({
      name: 'http_requests_in_flight',
      description: 'Requests being served, health routes aside.',
      observe: () => [{ value: inFlight.count }],
    });
    this.metrics.gauge({
      name: 'http_requests_waiting',
      description: 'Pipelined requests that wait for the answer to the one before.',
      observe: () => [{ value: pipelines.waiting }],
    });
  }
}
