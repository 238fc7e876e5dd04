import type { DomainError } from '@svc/errors';
import type { RequestMetadata } from './request-metadata.js';
import type { RpcPeer } from './rpc-peer.js';

/** A call as it reaches the server, over any transport. */
export interface IncomingCall {
  readonly request: unknown;
  readonly metadata: RequestMetadata;
  readonly peer: RpcPeer;
  /**
   * The caller left, its deadline passed, or the server ends the call.
   * @returns stops listening.
   */
  readonly onCancelled: (listener: () => void) => () => void;
}

/** The response side of a unary call: call one of the two, once. */
export interface UnaryReply {
  answer(message: Buffer): void;
  refuse(error: DomainError): void;
}

/** The response side of a stream. Send nothing after `end` or `refuse`. */
export interface StreamReply {
  /** @returns resolves once there is room for another message, or the reader has left; undefined if that is now. */
  send(message: Buffer): Promise<void> | undefined;
  end(): void;
  refuse(error: DomainError): void;
}
