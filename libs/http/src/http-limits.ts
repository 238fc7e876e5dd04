export interface HttpLimits {
  /** Largest body, in bytes, of routes that name no limit of their own. Forms have theirs (`readForm`). */
  readonly bodyBytes: number;
  /** A body that gets no byte for this long is answered 408. */
  readonly stalledBodyMs: number;
  /** So much of a body may come after its request was answered; then the connection is cut. In bytes. */
  readonly unwantedBodyBytes: number;
  /** What is left of a body whose request has been answered may take this long to arrive; then the connection is cut. */
  readonly unwantedBodyMs: number;
  /** An answer of which a client takes nothing for this long is given up. Streams have a limit of their own. */
  readonly stalledReaderMs: number;
  /** For all headers to arrive. */
  readonly headersMs: number;
  /** For the whole request to arrive, in ms. */
  readonly requestMs: number;
  /** Requests that are served at the same time, those of `/livez`, `/readyz` and `/metrics` aside. More are answered 503. */
  readonly requestsInFlight: number;
}

export const defaultHttpLimits: HttpLimits = {
  bodyBytes: 64 * 1024,
  stalledBodyMs: 30_000,
  unwantedBodyBytes: 1024 * 1024,
  unwantedBodyMs: 5_000,
  stalledReaderMs: 30_000,
  headersMs: 30_000,
  requestMs: 300_000,
  requestsInFlight: 1_000,
};

/** Those who watch the service must get through when its users don't; each of their looks costs several calls. */
export const healthRequestsInFlight = 32;

/** Longer than proxies keep idle connections (60 s), so that it is they who close them. In ms. */
export const idleConnectionMs = 72_000;
