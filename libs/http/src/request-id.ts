export const requestIdHeader = 'x-request-id';

/**
 * Fits every usual scheme, but no e-mail address: the id is stored in events and logs, which an erasure does not reach.
 */
const acceptable = /^[\w.:/+=-]{1,128}$/;

/** The id from the client or a proxy if it is harmless, else a new one. */
export function acceptRequestId(header: string | string[] | undefined, create: () => string): string {
  return typeof header === 'string' && acceptable.test(header) ? header : create();
}
