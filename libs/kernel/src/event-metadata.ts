/** Who and what caused an event. */
export interface EventMetadata {
  /** `user:<id>`, `api_key:<id>`, `service:<name>`. */
  readonly actor: string;
  /** The request or process that everything belongs to. */
  readonly correlationId: string;
  /** The command or event that led to this one directly. */
  readonly causationId: string;
  /** W3C trace context of the writer. */
  readonly traceparent?: string;
}

/** What a request is known by; each RPC call has it. */
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
