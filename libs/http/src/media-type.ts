import { DomainError, validationError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';

const mediaTypes = { json: 'application/json', multipart: 'multipart/form-data' } as const;

/**
 * Rejects a body of another media type than the route takes, before a byte of it is read. A request without a body has
 * no media type, even if its header names one, as with `curl -X POST -d ''`.
 * @throws DomainError `validation_failed`; `unsupported_audio` for sound where a form is expected.
 */
export function checkMediaType(request: FastifyRequest): void {
  const { headers } = request;
  const consumes = request.routeOptions.config.edge?.consumes ?? 'json';
  if (consumes === 'nothing') {
    // Fastify uses these; Node discards the rest of the body after the response.
    for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete headers[name];
    return;
  }
  if (!hasBody(request)) {
    delete headers['content-type'];
    return;
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw refused('content-encoding', 'must not be given: the body must not be compressed');
  const wanted = mediaTypes[consumes];
  const given = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (given === wanted) return;
  if (consumes === 'multipart' && given?.startsWith('audio/'))
    throw new DomainError(
      'unsupported_audio',
      `Audio is not taken here. The request body must be ${wanted}.`,
    );
  throw given === undefined ? missing(wanted) : refused('content-type', `must be ${wanted}`);
}

function hasBody({ headers, method }: FastifyRequest): boolean {
  // Never read (RFC 9110 section 9.3.1 gives it no meaning).
  if (method === 'GET' || method === 'HEAD') return false;
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && Number(length) !== 0;
}

function missing(wanted: string): DomainError {
  return validationError([
    { loc: ['header', 'content-type'], msg: `is required: ${wanted}`, type: 'missing' },
  ]);
}

/** The status of any part of a request that violates its schema; 415 is only for audio. */
function refused(header: string, msg: string): DomainError {
  return validationError([{ loc: ['header', header], msg, type: 'media_type' }]);
}
