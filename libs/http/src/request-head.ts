import { DomainError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';

/**
 * What HTTP/1.1 asks of each request's head (RFC 9112 section 3.2, RFC 9110 section 10.1.1), and what Node would refuse
 * with an empty body.
 * @throws DomainError `invalid_request`.
 */
export function checkRequestHead({ raw, headers }: FastifyRequest): void {
  if (raw.httpVersion !== '1.1') return;
  if (headers.host === undefined)
    throw new DomainError('invalid_request', 'The request needs the header host.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new DomainError('invalid_request', 'The header expect may hold nothing but 100-continue.');
}
