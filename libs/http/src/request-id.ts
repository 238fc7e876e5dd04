export const requestIdHeader = 'x-request-id';

/** Long enough for every usual scheme, short and plain enough for a log line and a header. */
const acceptable = /^[\w.:/+=@-]{1,128}$/;

/** The id that the client or a proxy gave, when it is harmless; else a new one. */
export function acceptRequestId(header: string | string[] | undefined, create: () => string): string {
  return typeof header === 'string' && acceptable.test(header) ? header : create();
}
