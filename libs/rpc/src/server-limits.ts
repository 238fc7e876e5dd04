/** Beyond these a server refuses or lets wait, so that no client can make it hold more than it can end. */
export interface RpcServerLimits {
  /** Unary calls and streams that may run at once, of all connections together; further ones are `service_unavailable`. */
  readonly callsInFlight: number;
  /**
   * HTTP/2 streams that one connection may have open (RFC 9113 section 5.1.2). Clients of ours keep further calls to
   * themselves until one has ended; a client that does not is refused by the protocol. More than `callsInFlight`, so that a
   * single client hears of it too.
   */
  readonly streamsPerConnection: number;
}

export const defaultServerLimits: RpcServerLimits = { callsInFlight: 1_000, streamsPerConnection: 1_500 };
