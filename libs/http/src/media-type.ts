import { DomainError, validationError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';

const mediaTypes = { json: 'application/json', multipart: 'multipart/form-data' } as const;

/**
 * Refuses a body in another form than the route takes, before a byte of it is read. A request without a body has no
 * media type, whatever its header says: `curl -X POST -d ''` names one.
 * @throws DomainError `validation_failed`; `unsupported_audio` for sound where a form is taken.
 */
export function checkMediaType(request: FastifyRequest): void {
  const { headers } = request;
  const consumes = request.routeOptions.config.edge?.consumes ?? 'json';
  if (consumes === 'nothing') {
    // Fastify goes by these; Node reads the rest of the body away once the answer is out.
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

/** The status of every part of a request that breaks its schema; 415 is for audio alone. */
function refused(header: string, msg: string): DomainError {
  return validationError([{ loc: ['header', header], msg, type: 'media_type' }]);
}
