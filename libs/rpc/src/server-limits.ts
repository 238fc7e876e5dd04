/** Beyond these a server refuses or lets wait, so that no client can make it hold more than it can end. */
export interface RpcServerLimits {
  /**
   * Unary calls and streams that may run at once, of all connections together; further ones are `service_unavailable`.
   * Default 2,000: twice the requests that a gateway lets in.
   */
  readonly callsInFlight?: number;
  /**
   * HTTP/2 streams that one connection may have open (RFC 9113 section 5.1.2). Clients of ours keep further calls to
   * themselves until one has ended; a client that does not is refused by the protocol. Default one and a half times
   * `callsInFlight`, so that a client that is the only one hears of the calls that are too many.
   */
  readonly streamsPerConnection?: number;
}

const defaultCallsInFlight = 2_000;
const streamsPerCall = 1.5;

export function serverLimits(limits: RpcServerLimits = {}): Required<RpcServerLimits> {
  const { callsInFlight = defaultCallsInFlight } = limits;
  const { streamsPerConnection = Math.ceil(streamsPerCall * callsInFlight) } = limits;
  return { callsInFlight, streamsPerConnection };
}
