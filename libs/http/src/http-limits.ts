export interface HttpLimits {
  /** Largest body, in bytes, of routes without a limit of their own. Forms have their own (`readForm`). */
  readonly bodyBytes: number;
  /** A body without a byte for this long gets 408. */
  readonly stalledBodyMs: number;
  /** After `slowBodyMs` a body that has come at a lower rate gets 408. */
  readonly leastBodyBytesPerSecond: number;
  readonly slowBodyMs: number;
  /** Bytes of a body that may come after its response; then the connection is cut. */
  readonly unwantedBodyBytes: number;
  /** Time that the rest of a body may take after its response; then the connection is cut. */
  readonly unwantedBodyMs: number;
  /** A response is given up if its client reads nothing for this long. Streams have their own limit. */
  readonly stalledReaderMs: number;
  /** For all headers to arrive. */
  readonly headersMs: number;
  /** For the whole request to arrive, in ms. */
  readonly requestMs: number;
  /**
   * Concurrent requests, except those of `/livez`, `/readyz` and `/metrics`. More get 503. As many more may be waiting
   * for their body.
   */
  readonly requestsInFlight: number;
  /** Open connections, idle ones included. More are closed at once. */
  readonly connections: number;
  /** The same of one address; those of trusted proxies are not bounded. */
  readonly connectionsPerAddress: number;
}

export const defaultHttpLimits: HttpLimits = {
  bodyBytes: 64 * 1024,
  stalledBodyMs: 30_000,
  leastBodyBytesPerSecond: 500,
  slowBodyMs: 10_000,
  unwantedBodyBytes: 1024 * 1024,
  unwantedBodyMs: 5_000,
  stalledReaderMs: 30_000,
  headersMs: 30_000,
  requestMs: 300_000,
  requestsInFlight: 1_000,
  connections: 10_000,
  connectionsPerAddress: 2_500,
};

/** Monitoring must get through when users don't; each scrape costs several calls. */
export const healthRequestsInFlight = 32;

/** Longer than proxies keep idle connections (60 s), so that the proxies close them. In ms. */
export const idleConnectionMs = 72_000;
