import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to the request being served, wherever its code runs in this process. */
export interface CurrentRequest {
  /** Shown to the client, sent along over RPC and put into every log line. */
  readonly requestId: string;
  /** The `traceparent` the request came with; passed on even while traces are switched off. */
  readonly traceparent?: string | undefined;
}

const storage = new AsyncLocalStorage<CurrentRequest>();

/** Runs `work`, and everything it starts, as a part of the request. */
export function runInRequest<Result>(request: CurrentRequest, work: () => Result): Result {
  return storage.run(request, work);
}

export function currentRequest(): CurrentRequest | undefined {
  return storage.getStore();
}
