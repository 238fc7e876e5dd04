/** The actor and the causes of an event. */
export interface EventMetadata {
  /** `user:<id>`, `api_key:<id>`, `service:<name>`. */
  readonly actor: string;
  /** The request or process at the root of the chain of causes. */
  readonly correlationId: string;
  /** The command or event that directly caused this one. */
  readonly causationId: string;
  /** W3C trace context of the writer. */
  readonly traceparent?: string;
}

/** How a request is identified; each RPC call has it. */
export interface CausingRequest {
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}

/**
 * For events that a request causes directly: both ids are the request's.
 * @param actor `user:<id>`, `installer`, `service:<name>`
 */
export function requestMetadata(actor: string, { requestId, traceparent }: CausingRequest): EventMetadata {
  return {
    actor,
    correlationId: requestId,
    causationId: requestId,
    ...(traceparent !== undefined && { traceparent }),
  };
}
