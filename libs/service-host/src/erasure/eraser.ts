import type { EventMetadata } from '@svc/kernel';

export const ERASING_CONTEXT = Symbol('ERASING_CONTEXT');
export const ERASER = Symbol('ERASER');
export const ERASURE_LOG = Symbol('ERASURE_LOG');

export interface ErasureRequest {
  readonly subject: string;
  /** Of what is written because of it; `causationId` is also the `cause` that the erasure is begun with. */
  readonly metadata: EventMetadata;
  /** Aborted when the process stops: what is left is done by another one, or by its next start. */
  readonly signal?: AbortSignal | undefined;
}

/** What a context does to erase a subject: ends what goes on for it, then `eraseSubject` of @svc/event-store. */
export interface Eraser {
  /** Can be repeated, also side by side and after being interrupted; takes subjects that it has never heard of. */
  execute(request: ErasureRequest): Promise<void>;
}
