import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to the request being served, wherever its code runs in this process. */
export interface RequestContext {
  /** Shown to the client, sent along over RPC and put into every log line. */
  readonly requestId: string;
  /** The `traceparent` the request came with; passed on even while traces are switched off. */
  readonly traceparent?: string | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and everything it starts, inside the context. */
export function runWithRequestContext<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

export function currentRequestContext(): RequestContext | undefined {
  return storage.getStore();
}
