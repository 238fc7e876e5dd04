import type { Caller } from '@svc/auth';
import type { EventMetadata } from '@svc/event-store';
import type { CallContext } from '@svc/rpc';

/** `actor` of what the operator of the installation does. */
export const operator = 'operator';

export function actorOf(caller: Caller): string {
  return `user:${caller.userId}`;
}

/** A request causes its events directly, so both ids are the request's. */
export function metadataOf(actor: string, { requestId, traceparent }: CallContext): EventMetadata {
  return {
    actor,
    correlationId: requestId,
    causationId: requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
