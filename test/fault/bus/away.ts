import { HttpError } from '../../support/client.js';

/** Whether a request came to nothing because a service, or the gateway itself, is away; or was cut off with it. */
export function isAway(error: unknown): boolean {
  return error instanceof HttpError ? error.status === 503 : error instanceof TypeError;
}
