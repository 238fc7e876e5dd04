import type { DomainError } from '@svc/errors';
import type { RequestMetadata } from './request-metadata.js';
import type { RpcPeer } from './rpc-peer.js';

/** A call as it reaches the server, by whatever way. */
export interface IncomingCall {
  readonly request: unknown;
  readonly metadata: RequestMetadata;
  readonly peer: RpcPeer;
  /**
   * The caller went away, its deadline has passed, or the server ends the call.
   * @returns stops listening.
   */
  readonly onCancelled: (listener: () => void) => () => void;
}

/** The way back of a unary call: one of the two, once. */
export interface UnaryReply {
  answer(message: Buffer): void;
  refuse(error: DomainError): void;
}

/** The way back of a stream. After `end` and `refuse` nothing may be sent. */
export interface StreamReply {
  /** @returns resolves once there is room for another message, or nobody reads any more; undefined when that is now. */
  send(message: Buffer): Promise<void> | undefined;
  end(): void;
  refuse(error: DomainError): void;
}
