import { HttpException } from '@nestjs/common';
import { DomainError, toDomainError, type ErrorCode } from '@svc/errors';

/** Errors of Fastify and its plugins, by code. Their other errors are mapped by status. */
const byFastifyCode: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  // Its escapes are not UTF-8, so no route has this path.
  FST_ERR_BAD_URL: ['not_found', 'There is nothing at this path.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_request',
    'The request body ended before its announced length.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['validation_failed', 'The header content-type can not be read.'],
};

const byStatus: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['invalid_request', 'The request is malformed.'],
  404: ['not_found', 'There is nothing at this path.'],
  405: ['method_not_allowed', 'This method is not served at this path.'],
  408: ['request_timeout', 'The request took too long to arrive.'],
  413: ['payload_too_large', 'The request body is too large.'],
  414: ['invalid_request', 'The URL is too long.'],
  415: ['validation_failed', 'The request body has a media type that is not taken here.'],
};

/** Maps any error at the edge to a row of the error table. An unexpected one is `internal_error`. */
export function toEdgeError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const known = knownFailure(error);
  if (!known) return toDomainError(error);
  return new DomainError(known[0], known[1], { cause: error });
}

function knownFailure(error: unknown): readonly [ErrorCode, string] | undefined {
  if (error instanceof HttpException) return byStatus[error.getStatus()];
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof code !== 'string' || !code.startsWith('FST_')) {
    // The client left while its body was being read: nobody reads the response.
    return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? byStatus[400] : undefined;
  }
  return byFastifyCode[code] ?? (typeof statusCode === 'number' ? byStatus[statusCode] : undefined);
}
