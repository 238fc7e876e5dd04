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
 * One function per method. Failures are DomainErrors, with the code, public message and fields that the service gave;
 * a service that can't be reached or does not answer in time is `service_unavailable`. A stream's call starts with the
 * first `next()` and is cancelled when its consumer stops early.
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
  /** Whether it is connected now. Where nobody has called for a while it begins to connect, and the next look tells. */
  isReachable(): boolean;
  /** Ends the connection; running calls fail. */
  close(): void;
}

export interface RpcClientOptions {
  /** Deadline of unary calls that are given none, in ms. */
  readonly unaryDeadlineMs?: number;
  /** For a network address. */
  readonly tls?: RpcTls | undefined;
  /** Whether a server of this very process is called through its socket, too. Default: it is called directly. */
  readonly alwaysConnects?: boolean;
  /**
   * What calls have in common that are to reach the same instance, where a name has several: undefined for those that any
   * may answer. By default connections stay with one instance.
   */
  readonly routeBy?: RouteBy;
}

const defaultUnaryDeadlineMs = 10_000;

/**
 * `address` as `startRpcServer` gives it, a name that resolves to several instances (`dns:///conversations:50051`), or
 * several addresses (`ipv4:10.0.0.1:50051,10.0.0.2:50051`). Connects lazily and reconnects by itself. A method that changes
 * nothing is called again where nobody has answered; no other is.
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
  // `RpcClient` ties each function to its method; `fromEntries` knows nothing of it.
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
