import { randomUUID } from 'node:crypto';
import { Server } from '@grpc/grpc-js';
import { HealthService } from '@svc/contracts/grpc/health/v1/health';
import { durationBuckets, noMetrics, type Logger, type Metrics } from '@svc/telemetry';
import type { RpcCall } from './rpc-call.js';
import { serverChannelOptions } from './channel-options.js';
import type { IsStreamed, RequestOf, ResponseOf, RpcDefinition } from './definition.js';
import { DirectServer } from './direct/direct-server.js';
import { registerMethod } from './grpc-service.js';
import { Health } from './health/health.js';
import { RunningCalls } from './running-calls.js';
import { ServedMethod, type BoundMethod } from './served-method.js';
import type { ServerCallEnvironment, StreamHandler, UnaryHandler } from './server-call.js';
import { networkPeer, unixPeer } from './rpc-peer.js';
import { serverCredentials, type RpcTls } from './rpc-tls.js';
import { KeptSocket } from './kept-socket.js';
import { serverLimits, type RpcServerLimits } from './server-limits.js';
import { prepareSocketPath, socketPathOf } from './unix-socket.js';

/**
 * One function per method of a service. A stream's iterable is `return()`ed if the caller leaves, and should also watch
 * `call.signal`. Errors reach the caller as DomainErrors: expected ones unchanged, all others as `internal_error`,
 * logged with the request id.
 */
export type Handlers<Definition extends RpcDefinition> = {
  readonly [Name in keyof Definition]: IsStreamed<Definition[Name]> extends true
    ? (request: RequestOf<Definition[Name]>, call: RpcCall) => AsyncIterable<ResponseOf<Definition[Name]>>
    : (request: RequestOf<Definition[Name]>, call: RpcCall) => Promise<ResponseOf<Definition[Name]>>;
};

/** A service definition with its handlers, from `service`. */
export interface BoundService {
  readonly methods: readonly BoundMethod[];
}

// `Handlers` types each handler by its method; the type checker can't follow a loop over names.
type Streaming = (request: unknown, call: RpcCall) => AsyncIterable<unknown>;

const draining =
  (stream: Streaming): StreamHandler =>
  async (request, call, drain) =>
    drain(stream(request, call));

export function service<Definition extends RpcDefinition>(
  definition: Definition,
  handlers: Handlers<Definition>,
): BoundService {
  return {
    methods: Object.entries(definition).map(([name, method]) => ({
      method,
      handler: method.responseStream
        ? draining(handlers[name as keyof Definition] as Streaming)
        : (handlers[name as keyof Definition] as UnaryHandler),
    })),
  };
}

export interface RpcServerOptions {
  /** `unix:///short/path.sock`, or `host:port`; port 0 takes a free one. */
  readonly address: string;
  readonly services: readonly BoundService[];
  /** For a network address. Without it anyone who reaches the address may call. */
  readonly tls?: RpcTls | undefined;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  readonly limits?: RpcServerLimits | undefined;
  /** For calls without a request id. */
  readonly newRequestId?: () => string;
  /** How often to check that the file of a unix socket still exists, in ms. Default 1,000. */
  readonly socketLookMs?: number;
}

export interface RpcServer {
  /** The address for clients, with the actual port. */
  readonly address: string;
  /**
   * Takes no new calls, lets running ones end, aborts the rest after `graceMs`, and gives their handlers a second to
   * clean up.
   */
  stop(graceMs: number): Promise<void>;
}

/** Not limited like other calls: a busy service is healthy. */
const healthCallsInFlight = 100;

/** How long aborted handlers may take to clean up, in ms. */
const cleanUpMs = 1_000;

/** @throws Error if the address can't be bound, or two of the services share a path. */
export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const metrics = options.metrics ?? noMetrics;
  const environment: ServerCallEnvironment = {
    logger: options.logger,
    newRequestId: options.newRequestId ?? randomUUID,
    durations: metrics.histogram({
      name: 'rpc_server_call_seconds',
      description: 'Length of RPC calls served, streams to their end.',
      buckets: durationBuckets,
    }),
  };
  const { callsInFlight, streamsPerConnection } = serverLimits(options.limits);
  const server = new Server(serverChannelOptions(streamsPerConnection));
  const running = new RunningCalls(callsInFlight);
  const health = new Health(methodsOf(options.services).map(({ method }) => method.path));
  const ofHealth = new RunningCalls(healthCallsInFlight);
  const served = [
    ...methodsOf(options.services).map((bound) => new ServedMethod(bound, environment, running)),
    ...methodsOf([healthService(health)]).map((bound) => new ServedMethod(bound, environment, ofHealth)),
  ];
  const isLocal = socketPathOf(options.address) !== undefined;
  for (const method of served) registerMethod(server, method, isLocal ? unixPeer : networkPeer);
  const address = await bind(server, options);
  const socket = keepSocket(server, options);
  const direct = isLocal ? DirectServer.open(address, served) : undefined;
  return {
    address,
    stop: async (graceMs) => {
      health.end();
      direct?.close();
      await socket?.end();
      // Closing the listener removes the socket's file; after the clean-up it may be the next server's.
      await shutDown(server, running, graceMs);
      direct?.cutOff();
      await within(cleanUpMs, running.ended());
    },
  };
}

const methodsOf = (services: readonly BoundService[]): readonly BoundMethod[] =>
  services.flatMap(({ methods }) => methods);

function healthService(health: Health): BoundService {
  return service(HealthService, {
    check: async (request) => health.check(request),
    watch: (request, { signal }) => health.watch(request, signal),
  });
}

async function bind(
  server: Server,
  { address, tls }: Pick<RpcServerOptions, 'address' | 'tls'>,
): Promise<string> {
  const file = socketPathOf(address);
  if (file !== undefined) await prepareSocketPath(file);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, serverCredentials(address, tls), (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  return file === undefined ? address.replace(/:\d+$/, `:${port}`) : address;
}

function keepSocket(server: Server, options: RpcServerOptions): KeptSocket | undefined {
  const { address, logger, socketLookMs: lookEveryMs = 1_000 } = options;
  const file = socketPathOf(address);
  if (file === undefined) return undefined;
  return new KeptSocket({
    file,
    logger,
    lookEveryMs,
    listenAgain: async () => {
      // Running calls continue; their connections take no new ones.
      server.unbind(address);
      await bind(server, options);
    },
  });
}

async function shutDown(server: Server, running: RunningCalls, graceMs: number): Promise<void> {
  const drained = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  await within(graceMs, Promise.all([drained, running.ended()]));
  server.forceShutdown();
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    }),
  ]);
  clearTimeout(timer);
}
