export const requestIdHeader = 'x-request-id';

/** For every usual scheme, and no e-mail address: it is kept in events and logs, which no erasure reaches. */
const acceptable = /^[\w.:/+=-]{1,128}$/;

/** The id that the client or a proxy gave, when it is harmless; else a new one. */
export function acceptRequestId(header: string | string[] | undefined, create: () => string): string {
  return typeof header === 'string' && acceptable.test(header) ? header : create();
}
