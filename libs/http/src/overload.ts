import type { Counter, Logger, Metrics } from '@svc/telemetry';
import type { ConnectionBound, OpenConnections } from './open-connections.js';
import type { Pipelines } from './pipelines.js';
import type { RequestCounts } from './request-place.js';
import type { RequestBound } from './requests-in-flight.js';
import { SampledLog } from './sampled-log.js';

/** Why we closed a connection. */
export type CutReason = 'too_many_waiting' | 'answer_not_read' | 'unwanted_body' | 'made_room';

/** An installer needs to know that it happens, not every occurrence. */
const linesPerSecond = 1;

interface Observed {
  readonly counts: RequestCounts;
  readonly pipelines: Pipelines;
  readonly connections: OpenConnections;
}

/** Reports what was rejected or cut to stay within the bounds: metrics, and a sample of log lines. */
export class Overload {
  readonly #refused: Counter;
  readonly #cut: Counter;
  readonly #connectionsRefused: Counter;
  readonly #log: SampledLog;

  constructor(
    logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.#refused = metrics.counter({
      name: 'http_requests_refused_total',
      description: 'Requests answered 429 or 503 because too many were being served, by the bound.',
    });
    this.#cut = metrics.counter({
      name: 'http_connections_cut_total',
      description: 'Connections ended because of what their client sent or did not read, by the reason.',
    });
    this.#connectionsRefused = metrics.counter({
      name: 'http_connections_refused_total',
      description: 'Connections closed at once because too many were open, by the bound.',
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

  connectionRefused(bound: ConnectionBound): void {
    this.#connectionsRefused.add(1, { bound });
    this.#log.line('connection refused: too many are open', { bound });
  }

  /** Shows how close the load is to the bounds. */
  observe({ counts, pipelines, connections }: Observed): void {
    this.metrics.gauge({
      name: 'http_requests_in_flight',
      description: 'Requests being served, health routes aside.',
      observe: () => [{ value: counts.inFlight.count }],
    });
    this.metrics.gauge({
      name: 'http_requests_admitting',
      description: 'Requests whose caller is being checked.',
      observe: () => [{ value: counts.admitting.count }],
    });
    this.metrics.gauge({
      name: 'http_requests_arriving',
      description: 'Requests that wait for the rest of their body.',
      observe: () => [{ value: counts.arriving.count }],
    });
    this.metrics.gauge({
      name: 'http_connections_open',
      description: 'Open connections, idle ones included.',
      observe: () => [{ value: connections.count }],
    });
    this.metrics.gauge({
      name: 'http_requests_waiting',
      description: 'Pipelined requests that wait for the answer to the one before.',
      observe: () => [{ value: pipelines.waiting }],
    });
  }
}
