/**
 * Why there was no answer. `address_refused`: the host is not on the public internet, nor allowed. `name_not_resolved`: it
 * has no address, or nobody can be asked. `connection_failed`: refused, unreachable, or TLS did not come about.
 * `connection_lost`: closed before an answer. `timed_out`: the answer did not begin in time. `invalid_answer`: it is not
 * HTTP. `aborted`: by the caller's signal.
 */
export type OutgoingErrorReason =
  | 'address_refused'
  | 'name_not_resolved'
  | 'connection_failed'
  | 'connection_lost'
  | 'timed_out'
  | 'invalid_answer'
  | 'aborted';

/** A request without an answer. The message is for logs and tells nothing of our network. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingFailure';

  constructor(
    readonly reason: OutgoingErrorReason,
    options?: ErrorOptions,
  ) {
    super(`An outgoing request failed: ${reason}.`, options);
  }
}
