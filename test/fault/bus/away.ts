import { HttpError } from '../../support/client.js';

/** Whether a request came to nothing because a service, or the gateway itself, is away; or was cut off with it. */
export function isAway(failure: unknown): boolean {
  // What `fetch` throws is a TypeError of another realm than that of a test.
  return failure instanceof HttpError ? failure.status === 503 : (failure as Error).name === 'TypeError';
}
