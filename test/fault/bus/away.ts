import { HttpError } from '../../support/client.js';

/** Whether a request came to nothing because a service, or the gateway itself, is away; or was cut off with it. */
export function isAway(error: unknown): boolean {
  // What `fetch` throws is a TypeError of another realm than that of a test.
  return error instanceof HttpError ? error.status === 503 : (error as Error).name === 'TypeError';
}
