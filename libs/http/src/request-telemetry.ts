import {
  AttributeName,
  durationBuckets,
  openSpan,
  runInRequest,
  type Histogram,
  type Logger,
  type Metrics,
  type OpenSpan,
  type CurrentRequest,
} from '@svc/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnknownRoute } from './unknown-route.js';
import { SampledLog } from './sampled-log.js';

/** The state of a request while it is served. */
interface Served {
  readonly current: CurrentRequest;
  readonly span: OpenSpan;
  readonly startedAt: number;
}

/** Status in the log if the client left before its response was complete; never sent (nginx's convention). */
const clientClosedRequest = 499;

/** For requests that were rejected or given up; served ones are each logged. */
const refusedLinesPerSecond = 20;

/** Puts each request's code into the request and its span; at its end writes one log line and one observation. */
export class RequestTelemetry {
  readonly #served = new WeakMap<FastifyRequest, Served>();
  readonly #durations: Histogram;
  readonly #refused: SampledLog;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.#refused = new SampledLog((message, fields) => logger.info(message, fields), {
      linesPerSecond: refusedLinesPerSecond,
    });
    this.#durations = metrics.histogram({
      name: 'http_server_request_seconds',
      description: 'Length of HTTP requests served, streams to their end.',
      buckets: durationBuckets,
    });
  }

  /** Runs `work`, and everything it starts, in the context of a new request. */
  begin(request: FastifyRequest, reply: FastifyReply, work: () => void): void {
    const traceparent = header(request.headers['traceparent']);
    const route = routeOf(request);
    const span = openSpan(`${request.method} ${route}`, {
      kind: 'server',
      traceparent,
      attributes: { [AttributeName.httpMethod]: request.method, [AttributeName.httpRoute]: route },
    });
    const current = { requestId: request.id, traceparent: span.traceparent };
    this.#served.set(request, { current, span, startedAt: performance.now() });
    reply.raw.once('close', () => this.#end(request, reply));
    this.enter(request, work);
  }

  /** Again, after the body was read: its events come from the connection, outside of any request. */
  enter(request: FastifyRequest, work: () => void): void {
    const served = this.#served.get(request);
    if (!served) return work();
    runInRequest(served.current, () => served.span.run(work));
  }

  #end(request: FastifyRequest, reply: FastifyReply): void {
    const served = this.#served.get(request);
    if (!served) return;
    const { span, startedAt } = served;
    const status = reply.raw.writableFinished ? reply.raw.statusCode : clientClosedRequest;
    const seconds = (performance.now() - startedAt) / 1000;
    const route = routeOf(request);
    span.set({ [AttributeName.httpStatus]: status });
    this.#durations.record(seconds, { method: request.method, route, status: String(status) });
    const fields = {
      [AttributeName.httpMethod]: request.method,
      [AttributeName.httpRoute]: route,
      [AttributeName.httpStatus]: status,
      duration_ms: Math.round(seconds * 1e6) / 1e3,
    };
    this.enter(request, () => {
      if (status < 400) this.logger.info('request served', fields);
      else this.#refused.line('request served', fields);
    });
    span.end(status >= 500 ? new Error(`answered ${status}`) : undefined);
  }
}

/** The pattern, never the path: paths hold ids and are unbounded in number. */
function routeOf(request: FastifyRequest): string {
  return isUnknownRoute(request) ? 'unknown' : (request.routeOptions.url ?? 'unknown');
}

function header(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
