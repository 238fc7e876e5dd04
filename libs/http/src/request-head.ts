import type { IncomingMessage } from 'node:http';
import { DomainError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';

/**
 * Checks that HTTP/1.1 demands of each request's head (RFC 9112 section 3.2, RFC 9110 section 10.1.1), and that Node
 * would answer with an empty body.
 * @throws DomainError `invalid_request`.
 */
export function checkRequestHead({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): void {
  if (raw.httpVersion !== '1.1') return;
  if (headers.host === undefined)
    throw new DomainError('invalid_request', 'The request needs the header host.');
  // Node keeps the first; a proxy may have used another.
  if (hostsOf(raw) > 1)
    throw new DomainError('invalid_request', 'The request may have the header host once only.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new DomainError('invalid_request', 'The header expect may hold nothing but 100-continue.');
}

/** Without `headersDistinct`, which builds an object of all headers for each request. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) hosts += 1;
  return hosts;
}
