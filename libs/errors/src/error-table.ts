/** gRPC status codes (grpc/grpc `doc/statuscodes.md`), by number. */
export const GrpcStatus = {
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

export interface ErrorRow {
  readonly httpStatus: number;
  readonly grpcStatus: number;
  /** Whether the same request can succeed later without a change. */
  readonly retryable: boolean;
  /** Its name in the Platform interface, where that differs. */
  readonly platform?: string;
}

/**
 * The closed table of all errors that a client can get. The key is Classic's `error_code` on the wire; its status never
 * changes. Both HTTP surfaces and gRPC use it.
 */
export const errorTable = {
  invalid_request: {
    httpStatus: 400,
    grpcStatus: GrpcStatus.INVALID_ARGUMENT,
    retryable: false,
    platform: 'bad_request',
  },
  conversation_already_open: {
    httpStatus: 400,
    grpcStatus: GrpcStatus.FAILED_PRECONDITION,
    retryable: false,
  },
  conversation_has_no_interactions: {
    httpStatus: 400,
    grpcStatus: GrpcStatus.FAILED_PRECONDITION,
    retryable: false,
  },
  rotation_too_soon: { httpStatus: 400, grpcStatus: GrpcStatus.FAILED_PRECONDITION, retryable: true },
  limit_reached: { httpStatus: 400, grpcStatus: GrpcStatus.RESOURCE_EXHAUSTED, retryable: false },
  unauthenticated: {
    httpStatus: 401,
    grpcStatus: GrpcStatus.UNAUTHENTICATED,
    retryable: false,
    platform: 'invalid_api_key',
  },
  token_expired: { httpStatus: 401, grpcStatus: GrpcStatus.UNAUTHENTICATED, retryable: false },
  expired_api_key: { httpStatus: 401, grpcStatus: GrpcStatus.UNAUTHENTICATED, retryable: false },
  invalid_link: { httpStatus: 401, grpcStatus: GrpcStatus.UNAUTHENTICATED, retryable: false },
  permission_denied: { httpStatus: 403, grpcStatus: GrpcStatus.PERMISSION_DENIED, retryable: false },
  workspace_mismatch: { httpStatus: 403, grpcStatus: GrpcStatus.PERMISSION_DENIED, retryable: false },
  not_found: { httpStatus: 404, grpcStatus: GrpcStatus.NOT_FOUND, retryable: false },
  organization_not_found: {
    httpStatus: 404,
    grpcStatus: GrpcStatus.NOT_FOUND,
    retryable: false,
    platform: 'not_found',
  },
  method_not_allowed: { httpStatus: 405, grpcStatus: GrpcStatus.INVALID_ARGUMENT, retryable: false },
  request_timeout: { httpStatus: 408, grpcStatus: GrpcStatus.DEADLINE_EXCEEDED, retryable: true },
  conflict: {
    httpStatus: 409,
    grpcStatus: GrpcStatus.ALREADY_EXISTS,
    retryable: false,
    platform: 'state_conflict',
  },
  name_conflict: { httpStatus: 409, grpcStatus: GrpcStatus.ALREADY_EXISTS, retryable: false },
  slug_conflict: { httpStatus: 409, grpcStatus: GrpcStatus.ALREADY_EXISTS, retryable: false },
  operation_in_progress: {
    httpStatus: 409,
    grpcStatus: GrpcStatus.ABORTED,
    retryable: true,
    platform: 'state_conflict',
  },
  conversation_busy: { httpStatus: 409, grpcStatus: GrpcStatus.ABORTED, retryable: true },
  conversation_finished: {
    httpStatus: 409,
    grpcStatus: GrpcStatus.FAILED_PRECONDITION,
    retryable: false,
    platform: 'conversation_closed',
  },
  already_submitted: { httpStatus: 409, grpcStatus: GrpcStatus.FAILED_PRECONDITION, retryable: false },
  link_expired: { httpStatus: 410, grpcStatus: GrpcStatus.FAILED_PRECONDITION, retryable: false },
  payload_too_large: { httpStatus: 413, grpcStatus: GrpcStatus.INVALID_ARGUMENT, retryable: false },
  unsupported_audio: { httpStatus: 415, grpcStatus: GrpcStatus.INVALID_ARGUMENT, retryable: false },
  validation_failed: { httpStatus: 422, grpcStatus: GrpcStatus.INVALID_ARGUMENT, retryable: false },
  rate_limited: { httpStatus: 429, grpcStatus: GrpcStatus.RESOURCE_EXHAUSTED, retryable: true },
  internal_error: { httpStatus: 500, grpcStatus: GrpcStatus.INTERNAL, retryable: false },
  service_unavailable: { httpStatus: 503, grpcStatus: GrpcStatus.UNAVAILABLE, retryable: true },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

/** The published interface of a response. They have their own names for some errors; links to forms have those of the Platform. */
export type ErrorSurface = 'classic' | 'platform' | 'form';

/** The `error_code` on the wire. Several errors of the same status may share one. */
export function wireCode(code: ErrorCode, surface: ErrorSurface): string {
  const row: ErrorRow = errorTable[code];
  return surface === 'classic' ? code : (row.platform ?? code);
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorTable, value);
}
