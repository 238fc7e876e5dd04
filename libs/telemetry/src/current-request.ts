import { AsyncLocalStorage } from 'node:async_hooks';

/** The context of the request being served, available to all code that runs for it in this process. */
export interface CurrentRequest {
  /** Shown to the client, sent along over RPC and put into every log line. */
  readonly requestId: string;
  /** The `traceparent` of the incoming request; passed on even while traces are off. */
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
