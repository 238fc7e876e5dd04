/** Beyond these a server rejects calls or makes them wait, so that no client can overload it. */
export interface RpcServerLimits {
  /**
   * Concurrent unary calls and streams over all connections; further ones are `service_unavailable`. Default 2,000:
   * twice the requests that a gateway lets in.
   */
  readonly callsInFlight?: number;
  /**
   * Open HTTP/2 streams of one connection (RFC 9113 section 5.1.2). Our clients queue further calls; the protocol
   * rejects those of others. Default one and a half times `callsInFlight`, so that a server's only client also gets
   * rejections instead of waiting.
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
