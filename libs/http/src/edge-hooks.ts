import { DomainError } from '@svc/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AllowedMethods } from './allowed-methods.js';
import { checkMediaType } from './media-type.js';
import { isUnknownRoute } from './unknown-route.js';
import { checkRequestHead } from './request-head.js';
import { requestIdHeader } from './request-id.js';
import type { RequestTelemetry } from './request-telemetry.js';
import type { RequestsInFlight } from './requests-in-flight.js';
import { inFewPieces } from './scattered-body.js';
import { securityHeaders } from './security-headers.js';
import { watchForStalledBody } from './stalled-body.js';
import { watchForStalledReader } from './stalled-reader.js';
import type { UnwantedBodies } from './unwanted-body.js';
import { checkUrlText, nothingAtThisPath } from './url-text.js';

/** Runs before the body is read, for requests that match a route, except health routes. Throws to reject. */
export type BeforeBody = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void;

export interface EdgeHooks {
  readonly telemetry: RequestTelemetry;
  readonly allowedMethods: AllowedMethods;
  readonly isDraining: () => boolean;
  readonly beforeBody: BeforeBody | undefined;
  readonly stalledBodyMs: number;
  readonly stalledReaderMs: number;
  readonly inFlight: RequestsInFlight;
  readonly healthInFlight: RequestsInFlight;
  readonly unwantedBodies: UnwantedBodies;
  readonly onStalledReader: () => void;
  readonly fail: (reply: FastifyReply, error: unknown) => void;
}

/** The steps of every request, in order. */
export function addEdgeHooks(instance: FastifyInstance, hooks: EdgeHooks): void {
  instance.addHook('onRoute', (route) => {
    const bodyBytes = route.config?.edge?.bodyBytes;
    if (bodyBytes !== undefined) route.bodyLimit = bodyBytes;
  });
  instance.addHook('onRequest', (request, reply, next) => {
    reply.headers(securityHeaders).header(requestIdHeader, request.id);
    const ownHeaders = request.routeOptions.config?.edge?.headers;
    if (ownHeaders) void reply.headers(ownHeaders);
    hooks.telemetry.begin(request, reply, next);
  });
  instance.addHook('onRequest', (request, reply, next) => {
    try {
      const isHealth = isHealthRoute(request);
      if (hooks.isDraining() && !isHealth) throw draining();
      (isHealth ? hooks.healthInFlight : hooks.inFlight).enter(reply);
      checkRequestHead(request);
      checkUrlText(request.raw.url ?? '');
      if (request.routeOptions.config?.edge?.isAbsent) throw nothingAtThisPath();
      if (isUnknownRoute(request)) return void answerUnknown(request, reply, hooks.allowedMethods);
    } catch (error) {
      return next(error as Error);
    }
    next();
  });
  const { beforeBody } = hooks;
  if (beforeBody) {
    instance.addHook('onRequest', (request, reply, next) => {
      if (isHealthRoute(request)) return next();
      let pending: Promise<void> | void;
      try {
        pending = beforeBody(request, reply);
      } catch (error) {
        return next(error as Error);
      }
      // No promise unless one is needed: this runs for every request.
      if (pending) pending.then(() => next(), next);
      else next();
    });
  }
  // After it: a caller without access learns nothing of the route's body.
  instance.addHook('onRequest', (request, _reply, next) => {
    try {
      checkMediaType(request);
    } catch (error) {
      return next(error as Error);
    }
    next();
  });
  instance.addHook('preParsing', (request, reply, payload, next) => {
    const hasBody = request.headers['content-type'] !== undefined;
    if (hasBody && !request.raw.complete) {
      watchForStalledBody(request, reply, hooks.stalledBodyMs, () =>
        hooks.telemetry.enter(request, () => hooks.fail(reply, stalled())),
      );
    }
    const isForm = request.routeOptions.config.edge?.consumes === 'multipart';
    const isInChunks = request.headers['transfer-encoding'] !== undefined;
    next(null, hasBody && isInChunks && !isForm ? inFewPieces(request.raw) : payload);
  });
  instance.addHook('onSend', (_request, reply, payload, next) => {
    watchForStalledReader(reply, hooks.stalledReaderMs, hooks.onStalledReader);
    next(null, payload);
  });
  instance.addHook('onResponse', (request, _reply, next) => {
    hooks.unwantedBodies.watch(request.raw);
    next();
  });
  instance.addHook('preValidation', (request, _reply, next) => hooks.telemetry.enter(request, next));
}

/** 404, or by the path's known methods: `OPTIONS` is answered, another method is rejected. */
function answerUnknown(request: FastifyRequest, reply: FastifyReply, allowedMethods: AllowedMethods): void {
  const methods = allowedMethods.at((request.raw.url ?? '').split('?', 1)[0] ?? '');
  if (methods.length === 0) throw nothingAtThisPath();
  reply.header('allow', methods.join(', '));
  if (request.method !== 'OPTIONS')
    throw new DomainError('method_not_allowed', `Only ${methods.join(', ')} are served at this path.`);
  if (reply.hasHeader('access-control-allow-headers'))
    reply.header('access-control-allow-methods', methods.join(', '));
  void reply.code(204).send();
}

function isHealthRoute({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/livez' || url === '/readyz' || url === '/metrics';
}

function draining(): DomainError {
  return new DomainError('service_unavailable', 'The service is being restarted. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}

function stalled(): DomainError {
  return new DomainError('request_timeout', 'The rest of the request body did not arrive.');
}
