/**
 * Why there was no response. `address_refused`: the host is not on the public internet, nor allowed.
 * `name_not_resolved`: it has no address, or no server answers. `connection_failed`: refused, unreachable, or no TLS.
 * `connection_lost`: closed before a response. `timed_out`: the response did not begin in time. `invalid_answer`: it is
 * not HTTP. `aborted`: by the caller's signal. Of a stream that has begun also `answer_too_long`.
 */
export type OutgoingErrorReason =
  | 'address_refused'
  | 'name_not_resolved'
  | 'connection_failed'
  | 'connection_lost'
  | 'timed_out'
  | 'invalid_answer'
  | 'aborted'
  | 'answer_too_long';

interface OutgoingErrorOptions extends ErrorOptions {
  readonly wasSent?: boolean;
}

/** A request without a response. The message is for logs and reveals nothing of our network. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingFailure';
  /** Whether bytes of the request may have left. If not, the receiver has done nothing for it. */
  readonly wasSent: boolean;

  constructor(
    readonly reason: OutgoingErrorReason,
    { wasSent = false, ...options }: OutgoingErrorOptions = {},
  ) {
    super(`An outgoing request failed: ${reason}.`, options);
    this.wasSent = wasSent;
  }
}
