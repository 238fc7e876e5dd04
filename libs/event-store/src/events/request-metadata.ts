import type { EventMetadata } from './recorded-event.js';

/** What a request is known by; the call context of an RPC has it. */
export interface CausingRequest {
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}

/**
 * For events that a request causes directly: both ids are the request's.
 * @param actor `user:<id>`, `operator`, `service:<name>`
 */
export function requestMetadata(actor: string, { requestId, traceparent }: CausingRequest): EventMetadata {
  return {
    actor,
    correlationId: requestId,
    causationId: requestId,
    ...(traceparent !== undefined && { traceparent }),
  };
}
