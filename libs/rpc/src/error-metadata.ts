import { Metadata, status as GrpcCode, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { DomainError, isErrorCode, toDomainError, type FieldError } from '@svc/errors';

/** Trailer that carries a DomainError as JSON. Only public parts: no private detail, no cause. */
const failureKey = 'svc-error-bin';
/** Trailer by which a server controls gRPC's retries; a negative number: no retry. */
const retryPushbackKey = 'grpc-retry-pushback-ms';

/**
 * HTTP/2 peers accept 64 KiB of headers by default (RFC 9113 section 6.5.2 leaves it to them); this is far less and is
 * enough.
 */
const maxFailureBytes = 8 * 1024;

interface WireFailure {
  readonly code: string;
  readonly message: string;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds?: number | undefined;
}

export function toStatus(error: DomainError): Partial<StatusObject> {
  const metadata = new Metadata();
  metadata.set(failureKey, encodeFailure(error));
  // The server has responded, so the caller decides on a retry and gets the time.
  metadata.set(retryPushbackKey, '-1');
  return { code: error.row.grpcStatus, details: error.code, metadata };
}

/** What a caller sees of a failed call. */
export function fromServiceError(error: ServiceError): DomainError {
  const [encoded] = error.metadata?.get(failureKey) ?? [];
  const decoded = encoded instanceof Buffer ? decodeFailure(encoded, error) : undefined;
  if (decoded) return decoded;
  const privateDetail = `gRPC status ${GrpcCode[error.code] ?? error.code}: ${error.details}`;
  const lost = isTransient(error.code) ? unavailable(error, privateDetail) : toDomainError(error);
  return new LostCallError(lost, privateDetail);
}

/** The same without a wire: only code, public message, fields and retry time. */
export function asReceived(error: DomainError): DomainError {
  return decodeFailure(encodeFailure(error)) ?? toDomainError(error);
}

/** The other side did not say how the call ended: it died, or the connection did. The effect may have happened. */
export class LostCallError extends DomainError {
  override readonly name = 'LostCallError';

  constructor({ code, message, retryAfterSeconds, cause }: DomainError, privateDetail: string) {
    super(code, message, {
      cause,
      privateDetail,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}

/** A call that the other side ended without a status, or that took too long. */
export const lostCall = (cause: Error): LostCallError =>
  new LostCallError(unavailable(cause, cause.message), cause.message);

/** A call with a request that can't be sent, or a response that can't be read. */
export function brokenCall(cause: unknown): LostCallError {
  const error = toDomainError(cause);
  return new LostCallError(error, error.privateDetail ?? error.message);
}

export function unavailable(cause: Error, privateDetail: string): DomainError {
  return new DomainError(
    'service_unavailable',
    'The service is not available right now. Try again in a moment.',
    {
      cause,
      privateDetail,
      retryAfterSeconds: 1,
    },
  );
}

/** Of grpc-js. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && 'metadata' in error && typeof error.code === 'number';
}

function isTransient(code: number): boolean {
  return code === GrpcCode.UNAVAILABLE || code === GrpcCode.DEADLINE_EXCEEDED || code === GrpcCode.CANCELLED;
}

/** Drops fields from the end until the trailer is small enough. */
function encodeFailure(error: DomainError): Buffer {
  const encode = (fields: readonly FieldError[]): Buffer => {
    const wire: WireFailure = {
      code: error.code,
      message: error.message.slice(0, 1_000),
      fields,
      retryAfterSeconds: error.retryAfterSeconds,
    };
    return Buffer.from(JSON.stringify(wire));
  };
  let fields = error.fields;
  let encoded = encode(fields);
  while (encoded.byteLength > maxFailureBytes && fields.length > 0) {
    fields = fields.slice(0, Math.floor(fields.length / 2));
    encoded = encode(fields);
  }
  return encoded;
}

function decodeFailure(encoded: Buffer, cause?: Error): DomainError | undefined {
  const wire = JSON.parse(encoded.toString()) as WireFailure;
  if (!isErrorCode(wire.code)) return undefined;
  return new DomainError(wire.code, wire.message, {
    cause,
    fields: wire.fields,
    ...(wire.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: wire.retryAfterSeconds }),
  });
}
