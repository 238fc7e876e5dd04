import { DomainError } from '@svc/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AllowedMethods } from './allowed-methods.js';
import { checkMediaType } from './media-type.js';
import { isUnknownRoute } from './unknown-route.js';
import { checkRequestHead } from './request-head.js';
import { requestIdHeader } from './request-id.js';
import type { RequestTelemetry } from './request-telemetry.js';
import { RequestPlace, type RequestCounts } from './request-place.js';
import { whenOver, type RequestsInFlight, type Sharer } from './requests-in-flight.js';
import { inFewPieces } from './scattered-body.js';
import { securityHeaders } from './security-headers.js';
import { watchBody, type BodyPace } from './stalled-body.js';
import { watchForStalledReader } from './stalled-reader.js';
import type { UnwantedBodies } from './unwanted-body.js';
import { checkUrlText, nothingAtThisPath } from './url-text.js';

/** Runs before the body is read, for requests that match a route, except health routes. Throws to reject. */
export type BeforeBody = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void;

/**
 * With whom a request shares the process, once `beforeBody` knows its caller. It may say so earlier by
 * `request.place.admit`, and should call `request.place.wait` before it asks others whose request it is.
 */
export type SharersOf = (request: FastifyRequest) => readonly Sharer[];

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent on health routes. */
    place?: RequestPlace;
  }
}

export interface EdgeHooks {
  readonly telemetry: RequestTelemetry;
  readonly allowedMethods: AllowedMethods;
  readonly isDraining: () => boolean;
  readonly beforeBody: BeforeBody | undefined;
  readonly sharersOf: SharersOf | undefined;
  /** The same while that is not known. */
  readonly clientOf: (request: FastifyRequest) => Sharer;
  readonly bodyPace: BodyPace;
  readonly stalledReaderMs: number;
  readonly counts: RequestCounts;
  readonly healthInFlight: RequestsInFlight;
  readonly unwantedBodies: UnwantedBodies;
  readonly onStalledReader: () => void;
  readonly fail: (reply: FastifyReply, error: unknown) => void;
}

/** The steps of every request, in order. */
export function addEdgeHooks(instance: FastifyInstance, hooks: EdgeHooks): void {
  instance.decorateRequest('place', undefined);
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
      if (isHealth) enterHealth(hooks.healthInFlight, reply);
      else request.place = new RequestPlace(hooks.counts, hooks.clientOf(request), reply);
      checkRequestHead(request);
      checkUrlText(request.raw.url ?? '');
      if (request.routeOptions.config?.edge?.isAbsent) throw nothingAtThisPath();
      if (isUnknownRoute(request)) return void answerUnknown(request, reply, hooks.allowedMethods);
    } catch (error) {
      return next(error as Error);
    }
    next();
  });
  const { beforeBody, sharersOf } = hooks;
  if (beforeBody) {
    instance.addHook('onRequest', (request, reply, next) => {
      if (isHealthRoute(request)) return next();
      let pending: Promise<void> | void = undefined;
      try {
        pending = beforeBody(request, reply);
        if (pending) request.place?.wait();
      } catch (error) {
        // It has been refused already.
        pending?.catch(() => undefined);
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
      request.place?.admit(sharersOf?.(request) ?? []);
      checkMediaType(request);
    } catch (error) {
      return next(error as Error);
    }
    next();
  });
  instance.addHook('preParsing', (request, reply, payload, next) => {
    const hasBody = request.headers['content-type'] !== undefined;
    if (hasBody && !request.raw.complete) {
      try {
        request.place?.arrive();
      } catch (error) {
        return next(error as Error);
      }
      watchBody(request, reply, hooks.bodyPace, (failure) =>
        hooks.telemetry.enter(request, () => hooks.fail(reply, failure)),
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
  instance.addHook('preValidation', (request, _reply, next) => {
    try {
      // Its handler reads a form, and then counts it: see `readForm`.
      if (request.routeOptions.config.edge?.consumes !== 'multipart') request.place?.serve();
    } catch (error) {
      return next(error as Error);
    }
    hooks.telemetry.enter(request, next);
  });
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

function enterHealth(inFlight: RequestsInFlight, reply: FastifyReply): void {
  inFlight.enter();
  whenOver(reply, () => inFlight.leave([]));
}

function isHealthRoute({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/livez' || url === '/readyz' || url === '/metrics';
}

export function draining(): DomainError {
  return new DomainError('service_unavailable', 'The service is being restarted. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}
