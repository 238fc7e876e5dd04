import { Client, connectivityState } from '@grpc/grpc-js';
import type { CallOptions } from './rpc-call.js';
import { clientChannelOptions } from './channel-options.js';
import { clientServiceConfig } from './client-service-config.js';
import { callStream, callUnary } from './client-call.js';
import { DirectTransport } from './direct/direct-transport.js';
import type { AnyRpcMethod, IsStreamed, RequestOf, ResponseOf, RpcDefinition } from './definition.js';
import { clientCredentials, type RpcTls } from './rpc-tls.js';
import { unavailable } from './error-metadata.js';
import { GrpcTransport, type RouteBy } from './grpc-transport.js';
import type { Transport } from './transport.js';

/**
 * One function per method. Errors are DomainErrors with the service's code, public message and fields. An unreachable
 * or late service is `service_unavailable`. A stream's call starts with the first `next()` and is cancelled if its
 * consumer stops early.
 */
export type RpcClient<Definition extends RpcDefinition> = {
  readonly [Name in keyof Definition]: IsStreamed<Definition[Name]> extends true
    ? (
        request: RequestOf<Definition[Name]>,
        options?: CallOptions,
      ) => AsyncIterableIterator<ResponseOf<Definition[Name]>>
    : (request: RequestOf<Definition[Name]>, options?: CallOptions) => Promise<ResponseOf<Definition[Name]>>;
};

export interface RpcConnection {
  /** Resolves once connected. @throws DomainError service_unavailable after `withinMs`. */
  waitUntilReady(withinMs: number): Promise<void>;
  /** Whether it is connected now. An idle client starts to connect, and the next check has the result. */
  isReachable(): boolean;
  /** Closes the connection; running calls fail. */
  close(): void;
}

export interface RpcClientOptions {
  /** Default deadline of unary calls, in ms. */
  readonly unaryDeadlineMs?: number;
  /** For a network address. */
  readonly tls?: RpcTls | undefined;
  /** Whether a server of the same process is also called through its socket. Default: it is called directly. */
  readonly alwaysConnects?: boolean;
  /**
   * Key of calls that must reach the same instance, if a name has several; undefined if any will do. By default a
   * connection stays with one instance.
   */
  readonly routeBy?: RouteBy;
}

const defaultUnaryDeadlineMs = 10_000;

/**
 * `address` as `startRpcServer` returns it, a name that resolves to several instances (`dns:///conversations:50051`),
 * or several addresses (`ipv4:10.0.0.1:50051,10.0.0.2:50051`). Connects lazily and reconnects. Only methods without
 * side effects are retried, if there was no response.
 */
export function createClient<Definition extends RpcDefinition>(
  definition: Definition,
  address: string,
  options: RpcClientOptions = {},
): RpcClient<Definition> & RpcConnection {
  const { tls, routeBy, alwaysConnects = false } = options;
  const client = new Client(address, clientCredentials(address, tls), {
    ...clientChannelOptions,
    'grpc.service_config': clientServiceConfig(definition, routeBy !== undefined),
  });
  const overConnection = new GrpcTransport(client, routeBy);
  const direct = alwaysConnects ? undefined : new DirectTransport(address, overConnection);
  const transport = direct ?? overConnection;
  const deadlineMs = options.unaryDeadlineMs ?? defaultUnaryDeadlineMs;
  const calls = Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [name, caller(transport, method, deadlineMs)]),
  );
  const connection: RpcConnection = {
    waitUntilReady: async (withinMs) => {
      if (!direct?.isReady()) await connected(client, withinMs);
    },
    isReachable: () =>
      direct?.isReady() === true ||
      client.getChannel().getConnectivityState(true) === connectivityState.READY,
    close: () => {
      direct?.close();
      client.close();
    },
  };
  // `RpcClient` types each function by its method; `fromEntries` loses that.
  return Object.assign(calls as RpcClient<Definition>, connection);
}

function caller(transport: Transport, method: AnyRpcMethod, deadlineMs: number) {
  if (method.responseStream) {
    return (request: unknown, options: CallOptions = {}) => callStream(transport, method, request, options);
  }
  return (request: unknown, options: CallOptions = {}) =>
    callUnary(transport, method, request, { deadlineMs, ...options });
}

function connected(client: Client, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    client.waitForReady(Date.now() + withinMs, (error) => {
      if (error) reject(unavailable(error, error.message));
      else resolve();
    });
  });
}
