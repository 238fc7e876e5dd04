import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import type { Type, DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DomainError } from '@svc/errors';
import type { Logger, MetricsRegistry } from '@svc/telemetry';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { watchAllowedMethods } from './allowed-methods.js';
import { countedAddress } from './counted-address.js';
import { refuseConnection } from './connection-errors.js';
import { corsOptions, type CrossOriginOptions } from './cross-origin.js';
import { addEdgeHooks, type BeforeBody, type SharersOf } from './edge-hooks.js';
import { createEdgeServer } from './edge-server.js';
import { ErrorReplies } from './error-reply.js';
import { ErrorFilter } from './error-filter.js';
import { multipartOptions } from './form-parts.js';
import { addHealthRoutes, type HealthOptions } from './health-routes.js';
import { defaultHttpLimits, healthRequestsInFlight, type HttpLimits } from './http-limits.js';
import { jsonBounds, parseJsonBody } from './json-body.js';
import { listeningUrl } from './listening-url.js';
import { nestLogger } from './nest-logger.js';
import { connectionsOfSystem, OpenConnections } from './open-connections.js';
import { Overload } from './overload.js';
import { maxWaitingRequests, Pipelines } from './pipelines.js';
import { acceptRequestId, requestIdHeader } from './request-id.js';
import { RequestTelemetry } from './request-telemetry.js';
import { RequestsInFlight, type Sharer } from './requests-in-flight.js';
import type { AbsentRoute } from './route-config.js';
import { securityHeaders } from './security-headers.js';
import { warnOfProxies } from './untrusted-proxy.js';
import { UpgradeEdge, type UpgradeHandler } from './upgrade-edge.js';
import { UnwantedBodies } from './unwanted-body.js';
import { nothingAtThisPath } from './url-text.js';

/** In characters. Node reads no longer head, so the route itself checks ids of any length: 404 or 422, never 414. */
const maxParameter = 16 * 1024;

export interface HttpApplicationOptions {
  /** The module with the controllers. */
  readonly module: Type | DynamicModule;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  readonly readiness: HealthOptions['readiness'];
  /** Authentication and other checks before the body of a request is read. */
  readonly beforeBody?: BeforeBody;
  /** The bounds that a request counts for beside the process's. */
  readonly sharersOf?: SharersOf;
  readonly limits?: Partial<HttpLimits>;
  readonly absentRoutes?: readonly AbsentRoute[];
  /** The URL that a request is served as, given its own: for paths with a second form. */
  readonly rewriteUrl?: (url: string) => string;
  /** Pages of other origins that may use it; none by default. */
  readonly crossOrigin?: CrossOriginOptions | undefined;
  /** Addresses and ranges of proxies with a trusted `X-Forwarded-For`, from which `request.ip` is then read. */
  readonly trustedProxies?: readonly string[];
  /** Takes requests for another protocol than HTTP. */
  readonly upgrades?: UpgradeHandler | undefined;
  /** For requests without an id. */
  readonly newRequestId?: () => string;
}

export interface HttpApplication {
  /** @param port 0 takes a free one. @returns the base URL. @throws Error if the port can't be bound. */
  listen(port: number, host: string): Promise<string>;
  /** Takes no new requests, lets running ones end, and cuts off the rest after `graceMs`. Stops once. */
  stop(graceMs: number): Promise<void>;
  /** For tests and benchmarks. */
  readonly fastify: FastifyInstance;
}

/** A Nest application on Fastify with the checks of the edge on every request. */
export async function createHttpApplication(options: HttpApplicationOptions): Promise<HttpApplication> {
  const limits = { ...defaultHttpLimits, ...options.limits };
  const { logger } = options;
  const newRequestId = options.newRequestId ?? randomUUID;
  let draining = false;

  const overload = new Overload(logger, options.metrics);
  const replies = new ErrorReplies(logger);
  const pipelines = new Pipelines(maxWaitingRequests, () => overload.connectionCut('too_many_waiting'));
  const countRequests = () =>
    new RequestsInFlight(limits.requestsInFlight, (bound) => overload.requestRefused(bound));
  const counts = { admitting: countRequests(), inFlight: countRequests(), arriving: countRequests() };
  const { trustedProxies = [] } = options;
  const connections = new OpenConnections(
    {
      inAll: connectionBound(limits.connections, logger),
      perAddress: limits.connectionsPerAddress,
      unbounded: trustedProxies,
    },
    {
      refused: (bound) => overload.connectionRefused(bound),
      madeRoom: () => overload.connectionCut('made_room'),
      isServing: (socket) => pipelines.isServing(socket),
    },
  );
  const { rewriteUrl = (url: string) => url } = options;
  const clientOf = ({ ip }: { readonly ip: string }): Sharer => ({
    key: countedAddress(ip),
    bound: 'address',
    most: Math.ceil(limits.requestsInFlight / 4),
  });
  const upgrades =
    options.upgrades &&
    new UpgradeEdge({
      handler: options.upgrades,
      isDraining: () => draining,
      counts,
      clientOf,
      trustedProxies,
      newRequestId,
    });
  const adapter = new EdgeAdapter({
    ...{ limits, newRequestId, replies, pipelines, connections, trustedProxies, upgrades, rewriteUrl },
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  // Before all other hooks: pages must be able to read errors too.
  if (options.crossOrigin) await fastify.register(cors, corsOptions(options.crossOrigin));
  // Before those that reject a request.
  if (trustedProxies.length === 0) warnOfProxies(fastify, logger);
  addEdgeHooks(fastify, {
    telemetry: new RequestTelemetry(logger, options.metrics),
    allowedMethods: watchAllowedMethods(fastify),
    isDraining: () => draining,
    beforeBody: options.beforeBody,
    sharersOf: options.sharersOf,
    clientOf,
    bodyPace: {
      stalledMs: limits.stalledBodyMs,
      graceMs: limits.slowBodyMs,
      leastBytesPerSecond: limits.leastBodyBytesPerSecond,
    },
    stalledReaderMs: limits.stalledReaderMs,
    onStalledReader: () => overload.connectionCut('answer_not_read'),
    counts,
    healthInFlight: new RequestsInFlight(
      healthRequestsInFlight,
      (bound) => overload.requestRefused(bound),
      'health',
    ),
    unwantedBodies: new UnwantedBodies({ bytes: limits.unwantedBodyBytes, ms: limits.unwantedBodyMs }, () =>
      overload.connectionCut('unwanted_body'),
    ),
    fail: (reply, error) => replies.send(reply, error),
  });
  overload.observe({ counts, pipelines, connections });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const values = request.routeOptions.config.edge?.bodyValues ?? jsonBounds.values;
    done(null, parseJsonBody(body as Buffer, { ...jsonBounds, values }));
  });
  await fastify.register(multipart, multipartOptions);
  for (const { method, path } of options.absentRoutes ?? [])
    fastify.route({ method, url: path, config: { edge: { isAbsent: true } }, handler: refuseAbsent });
  addHealthRoutes(fastify, {
    metrics: options.metrics,
    readiness: () => (draining ? ['the service is stopping'] : options.readiness()),
  });
  const application = await NestFactory.create<NestFastifyApplication>(options.module, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(logger),
  });
  application.useGlobalFilters(new ErrorFilter(replies));
  // Otherwise a connection with its last response under way at the stop would stay open for the next request.
  fastify.addHook('onResponse', (_request, _reply, done) => {
    if (draining) setImmediate(() => fastify.server.closeIdleConnections());
    done();
  });
  await application.init();
  await fastify.ready();

  let stopped: Promise<void> | undefined;
  const drain = async (graceMs: number): Promise<void> => {
    draining = true;
    const cutOff = setTimeout(() => fastify.server.closeAllConnections(), graceMs);
    await application.close().finally(() => clearTimeout(cutOff));
  };

  return {
    fastify,
    listen: async (port, host) => {
      await application.listen(port, host);
      return listeningUrl(fastify);
    },
    stop: (graceMs) => (stopped ??= drain(graceMs)),
  };
}

interface EdgeAdapterOptions {
  readonly limits: HttpLimits;
  readonly newRequestId: () => string;
  readonly replies: ErrorReplies;
  readonly pipelines: Pipelines;
  readonly connections: OpenConnections;
  readonly trustedProxies: readonly string[];
  readonly upgrades: UpgradeEdge | undefined;
  readonly rewriteUrl: (url: string) => string;
}

class EdgeAdapter extends FastifyAdapter {
  constructor(options: EdgeAdapterOptions) {
    const { limits, newRequestId, replies, trustedProxies, rewriteUrl } = options;
    super({
      rewriteUrl: (raw: IncomingMessage) => rewriteUrl(raw.url ?? '/'),
      bodyLimit: limits.bodyBytes,
      serverFactory: (serve: RequestListener) => createEdgeServer(serve, options),
      return503OnClosing: false,
      trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
      requestIdHeader: false,
      genReqId: (raw: IncomingMessage) => acceptRequestId(raw.headers[requestIdHeader], newRequestId),
      clientErrorHandler: (error: Error, socket: Socket) => refuseConnection(error, socket, newRequestId),
      frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
        void reply.headers(securityHeaders).header(requestIdHeader, reply.request.id);
        replies.send(reply, error);
      },
      // Of a base URL with a final slash clients make `//v1`.
      routerOptions: {
        ignoreTrailingSlash: true,
        ignoreDuplicateSlashes: true,
        maxParamLength: maxParameter,
      },
    });
    this.instance.setErrorHandler((error: FastifyError, request, reply) => {
      const isTooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
      replies.send(reply, isTooLarge ? bodyTooLarge(request.routeOptions.bodyLimit) : error);
    });
  }

  /** Nest's own handler would lose Fastify's error code, and come too late for the health routes. */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.instance;
  }
}

/** The bound of the configuration, or of the system where that is lower. */
function connectionBound(configured: number, logger: Logger): number {
  const ofSystem = connectionsOfSystem();
  if (ofSystem === undefined || ofSystem >= configured) return configured;
  logger.warn('the system lets this process open fewer files than it may have connections: raise ulimit -n', {
    connections: ofSystem,
    configured,
  });
  return ofSystem;
}

/** The hooks have rejected it already. */
function refuseAbsent(): never {
  throw nothingAtThisPath();
}

function bodyTooLarge(bodyBytes: number): DomainError {
  const message = `The request body is too large: it may hold at most ${bodyBytes} bytes.`;
  return new DomainError('payload_too_large', message);
}
