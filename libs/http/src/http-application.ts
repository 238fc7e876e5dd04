import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import type { Type, DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DomainError } from '@svc/errors';
import type { Logger, MetricsRegistry } from '@svc/telemetry';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { watchAllowedMethods } from './allowed-methods.js';
import { refuseConnection } from './connection-errors.js';
import { addEdgeHooks, type BeforeBody } from './edge-hooks.js';
import { replyWithFailure } from './error-reply.js';
import { FailureFilter } from './failure-filter.js';
import { multipartOptions } from './form-parts.js';
import { addHealthRoutes, type HealthOptions } from './health-routes.js';
import { parseJsonBody } from './json-body.js';
import { listeningUrl } from './listening-url.js';
import { nestLogger } from './nest-logger.js';
import { acceptRequestId, requestIdHeader } from './request-id.js';
import { RequestTelemetry } from './request-telemetry.js';
import { securityHeaders } from './security-headers.js';
import { ValidationPipe } from './validation-pipe.js';

export interface HttpLimits {
  /** Largest body, in bytes, of routes that name no limit of their own. Forms have theirs (`readForm`). */
  readonly bodyBytes: number;
  /** A body that gets no byte for this long is answered 408. */
  readonly stalledBodyMs: number;
  /** An answer of which a client takes nothing for this long is given up. Streams have a limit of their own. */
  readonly stalledReaderMs: number;
  /** For all headers to arrive. */
  readonly headersMs: number;
  /** For the whole request to arrive, in ms. */
  readonly requestMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  stalledBodyMs: 30_000,
  stalledReaderMs: 60_000,
  headersMs: 30_000,
  requestMs: 300_000,
};

/** In characters. Node reads no longer head, so that no id is too long for its route to judge: 404 or 422, never 414. */
const longestParameter = 16 * 1024;

export interface HttpApplicationOptions {
  /** The module with the controllers. */
  readonly module: Type | DynamicModule;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  readonly readiness: HealthOptions['readiness'];
  /** Authentication and whatever else must come before the body of a request is read. */
  readonly beforeBody?: BeforeBody;
  readonly limits?: Partial<HttpLimits>;
  /** For requests that come without an id. */
  readonly newRequestId?: () => string;
}

export interface HttpApplication {
  /** @param port 0 takes a free one. @returns the base URL. @throws Error when the port can't be had. */
  listen(port: number, host: string): Promise<string>;
  /** Takes no new requests, lets running ones end, and cuts off those that are left after `graceMs`. Stops once. */
  stop(graceMs: number): Promise<void>;
  /** For tests and benchmarks. */
  readonly fastify: FastifyInstance;
}

/** A Nest application on Fastify with everything that the edge demands of every request. */
export async function createHttpApplication(options: HttpApplicationOptions): Promise<HttpApplication> {
  const limits = { ...defaultHttpLimits, ...options.limits };
  const { logger } = options;
  const newRequestId = options.newRequestId ?? randomUUID;
  let draining = false;

  const adapter = new EdgeAdapter(limits, newRequestId, logger);
  const fastify = adapter.getInstance<FastifyInstance>();
  addEdgeHooks(fastify, {
    telemetry: new RequestTelemetry(logger, options.metrics),
    allowedMethods: watchAllowedMethods(fastify),
    isDraining: () => draining,
    beforeBody: options.beforeBody,
    stalledBodyMs: limits.stalledBodyMs,
    stalledReaderMs: limits.stalledReaderMs,
    bodyBytes: limits.bodyBytes,
    fail: (reply, failure) => replyWithFailure(reply, failure, logger),
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, parseJsonBody(body as Buffer));
  });
  await fastify.register(multipart, multipartOptions);
  addHealthRoutes(fastify, {
    metrics: options.metrics,
    readiness: () => (draining ? ['the service is stopping'] : options.readiness()),
  });
  const application = await NestFactory.create<NestFastifyApplication>(options.module, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(logger),
  });
  application.useGlobalFilters(new FailureFilter(logger));
  application.useGlobalPipes(new ValidationPipe());
  // Connections whose last answer goes out during the stop would otherwise stay open for the next request.
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

class EdgeAdapter extends FastifyAdapter {
  constructor(
    limits: HttpLimits,
    newRequestId: () => string,
    private readonly failures: Logger,
  ) {
    super({
      bodyLimit: limits.bodyBytes,
      requestTimeout: limits.requestMs,
      http: {
        headersTimeout: limits.headersMs,
        connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
      },
      return503OnClosing: false,
      requestIdHeader: false,
      genReqId: (raw: IncomingMessage) => acceptRequestId(raw.headers[requestIdHeader], newRequestId),
      clientErrorHandler: (failure: Error, socket: Socket) => refuseConnection(failure, socket, newRequestId),
      frameworkErrors: (failure: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
        void reply.headers(securityHeaders).header(requestIdHeader, reply.request.id);
        replyWithFailure(reply, failure, this.failures);
      },
      routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParameter },
    });
  }

  /** Nest's own handler would forget which failure of Fastify it was. */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.instance.setErrorHandler((failure: FastifyError, request, reply) => {
      const isTooLarge = failure.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
      replyWithFailure(
        reply,
        isTooLarge ? bodyTooLarge(request.routeOptions.bodyLimit) : failure,
        this.failures,
      );
    });
  }
}

function bodyTooLarge(bodyBytes: number): DomainError {
  const message = `The request body is too large: it may hold at most ${bodyBytes} bytes.`;
  return new DomainError('payload_too_large', message);
}
