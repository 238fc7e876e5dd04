import type { RpcPeer } from './rpc-peer.js';

/** What a handler knows about the call besides its request. */
export interface RpcCall {
  /** Aborted if the caller leaves, its deadline passes, or this server ends calls that outlast its stop. */
  readonly signal: AbortSignal;
  /** The request id that the outermost client saw. */
  readonly requestId: string;
  /** This call's own position in the trace. */
  readonly traceparent?: string | undefined;
  /** The connected process. The user behind the call is in the request. */
  readonly peer: RpcPeer;
}

export interface CallOptions {
  /** Cancels the call on both sides; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Time for the whole call, in ms. Unary calls have a default, streams have none. */
  readonly deadlineMs?: number;
  /** Default: the request id of the request being served. */
  readonly requestId?: string;
}
