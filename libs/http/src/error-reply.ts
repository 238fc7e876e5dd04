import { toErrorBody, toFormErrorBody, type DomainError } from '@svc/errors';
import type { Logger } from '@svc/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toEdgeError } from './edge-error.js';
import { isUnknownRoute } from './unknown-route.js';
import { SampledLog } from './sampled-log.js';
import { surfaceOf } from './tenant-segment.js';

/** Log lines per second for rejections with a private detail, so that strangers can't flood the log. */
const linesPerSecond = 20;

/** Sends the one error body of both surfaces. Private details go to the log, never to the client. */
export class ErrorReplies {
  readonly #rejections: SampledLog;

  constructor(private readonly logger: Logger) {
    this.#rejections = new SampledLog((message, fields) => logger.info(message, fields), { linesPerSecond });
  }

  send(reply: FastifyReply, failure: unknown): void {
    const error = toEdgeError(failure);
    if (error.code === 'internal_error')
      this.logger.error('request failed', { error: error.cause ?? error, detail: error.privateDetail });
    else if (error.privateDetail !== undefined)
      this.#rejections.line('request refused', { code: error.code, detail: error.privateDetail });
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
    void reply
      .code(error.row.httpStatus)
      .headers(headersOf(error))
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(bodyOf(error, reply.request));
  }
}

function bodyOf(error: DomainError, request: FastifyRequest): object {
  const surface = surfaceOf(pathOf(request));
  return surface === 'form' ? toFormErrorBody(error, request.id) : toErrorBody(error, request.id, surface);
}

/** For an unknown route, the path itself decides the interface. */
function pathOf(request: FastifyRequest): string {
  return isUnknownRoute(request) ? request.url : (request.routeOptions.url ?? request.url);
}

function headersOf(error: DomainError): Record<string, string> {
  const { httpStatus } = error.row;
  const headers: Record<string, string> = {};
  if (httpStatus === 401) headers['www-authenticate'] = 'Bearer';
  // Clients expect a whole number of seconds, at least 1.
  if (error.retryAfterSeconds !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfterSeconds)));
  // The rest of the body may be long or never come, so the connection can't be used again.
  if (httpStatus === 408 || httpStatus === 413) headers['connection'] = 'close';
  return headers;
}
