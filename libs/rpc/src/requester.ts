import { callerFromMessage, type Caller } from '@svc/auth';
import type { Caller as CallerMessage } from '@svc/contracts/common';
import { requestMetadata, type EventMetadata, type TenantId } from '@svc/kernel';
import type { RpcCall } from './rpc-call.js';

/** Who asks for something, and in which call: the first argument of every use case that a caller may ask for. */
export interface Requester {
  readonly caller: Caller;
  /** Whose data the request is about; the caller's. */
  readonly tenantId: TenantId;
  /** Of the events that the request causes. */
  readonly metadata: EventMetadata;
  /** Aborted when the caller has gone away. */
  readonly signal: AbortSignal;
}

/** @throws DomainError `unauthenticated` when the request carries no caller. */
export function requesterOf(message: CallerMessage | undefined, call: Omit<RpcCall, 'peer'>): Requester {
  const caller = callerFromMessage(message);
  return {
    caller,
    tenantId: caller.tenantId,
    metadata: requestMetadata(`user:${caller.userId}`, call),
    signal: call.signal,
  };
}
