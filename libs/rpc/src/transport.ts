import type { AnyRpcMethod } from './definition.js';
import type { RequestMetadata } from './request-metadata.js';

/** A call that a client makes. */
export interface OutgoingCall {
  readonly method: AnyRpcMethod;
  readonly request: unknown;
  readonly metadata: RequestMetadata;
  readonly signal: AbortSignal | undefined;
  /** For the whole call; default none. */
  readonly deadlineMs: number | undefined;
}

/** A way to a server. Errors are DomainErrors; a call that the caller's own signal ends fails with anything. */
export interface Transport {
  unary(call: OutgoingCall): Promise<unknown>;
  /** Messages are fetched as they are consumed; a consumer that stops early cancels the call. */
  stream(call: OutgoingCall): AsyncIterable<unknown>;
}
