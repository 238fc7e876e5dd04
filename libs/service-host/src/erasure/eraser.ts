import type { EventMetadata } from '@svc/kernel';

export const ERASING_CONTEXT = Symbol('ERASING_CONTEXT');
export const ERASER = Symbol('ERASER');
export const ERASURE_LOG = Symbol('ERASURE_LOG');

export interface ErasureRequest {
  readonly subject: string;
  /** Metadata of the events it causes; `causationId` is also the `cause` of the erasure. */
  readonly metadata: EventMetadata;
  /** Aborted when the process stops: another process, or its next start, does the rest. */
  readonly signal?: AbortSignal | undefined;
}

/** How a context erases a subject: ends the running work for it, then `eraseSubject` of @svc/event-store. */
export interface Eraser {
  /** Can be repeated, run concurrently and resumed; accepts unknown subjects. */
  execute(request: ErasureRequest): Promise<void>;
}
