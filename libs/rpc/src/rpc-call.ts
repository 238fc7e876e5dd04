import type { RpcPeer } from './rpc-peer.js';

/** What a handler knows about the call besides its request. */
export interface RpcCall {
  /** Aborted when the caller went away, its deadline has passed, or this server ends calls that outlast its stop. */
  readonly signal: AbortSignal;
  /** The request id that the outermost client saw. */
  readonly requestId: string;
  /** This call's own position in the trace. */
  readonly traceparent?: string | undefined;
  /** Who is connected; not whom the call is made for, which the request says. */
  readonly peer: RpcPeer;
}

export interface CallOptions {
  /** Cancels the call on both sides; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Time for the whole call, in ms. Unary calls have a default, streams have none. */
  readonly deadlineMs?: number;
  /** The request id of the request being served by default. */
  readonly requestId?: string;
}
