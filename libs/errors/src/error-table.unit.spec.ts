import { describe, expect, it } from '@jest/globals';
import {
  errorTable,
  GrpcStatus,
  isErrorCode,
  wireCode,
  type ErrorCode,
  type ErrorRow,
} from './error-table.js';

const codes = Object.keys(errorTable) as ErrorCode[];
const rows: readonly (readonly [ErrorCode, ErrorRow])[] = codes.map((code) => [code, errorTable[code]]);

describe('the error table', () => {
  it('is stable for clients: a code keeps its status for ever', () => {
    const statuses = Object.fromEntries(codes.map((code) => [code, errorTable[code].httpStatus]));
    expect(statuses).toEqual({
      invalid_request: 400,
      conversation_already_open: 400,
      conversation_has_no_interactions: 400,
      rotation_too_soon: 400,
      limit_reached: 400,
      unauthenticated: 401,
      token_expired: 401,
      expired_api_key: 401,
      invalid_link: 401,
      permission_denied: 403,
      workspace_mismatch: 403,
      not_found: 404,
      organization_not_found: 404,
      method_not_allowed: 405,
      request_timeout: 408,
      conflict: 409,
      name_conflict: 409,
      slug_conflict: 409,
      operation_in_progress: 409,
      conversation_busy: 409,
      conversation_finished: 409,
      already_submitted: 409,
      link_expired: 410,
      payload_too_large: 413,
      unsupported_audio: 415,
      validation_failed: 422,
      rate_limited: 429,
      internal_error: 500,
      service_unavailable: 503,
    });
  });

  it('has other names for some on the Platform interface, each with a single status', () => {
    const renamed = codes.filter((code) => wireCode(code, 'platform') !== code);
    expect(Object.fromEntries(renamed.map((code) => [code, wireCode(code, 'platform')]))).toEqual({
      invalid_request: 'bad_request',
      unauthenticated: 'invalid_api_key',
      organization_not_found: 'not_found',
      conflict: 'state_conflict',
      operation_in_progress: 'state_conflict',
      conversation_finished: 'conversation_closed',
    });
    for (const surface of ['classic', 'platform'] as const) {
      const statusesOf = Map.groupBy(codes, (code) => wireCode(code, surface));
      for (const shared of statusesOf.values())
        expect(new Set(shared.map((code) => errorTable[code].httpStatus)).size).toBe(1);
    }
  });

  it('knows every status that clients can get, and never 423', () => {
    const statuses = new Set(rows.map(([, { httpStatus }]) => httpStatus));
    for (const status of [400, 401, 403, 404, 408, 409, 415, 422, 429, 503])
      expect(statuses).toContain(status);
    expect(statuses).not.toContain(423);
  });

  it.each(rows)('%s has a name in snake case and a status of gRPC', (code, { grpcStatus }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(Object.values(GrpcStatus)).toContain(grpcStatus);
  });

  it('marks as retryable exactly those that time can cure', () => {
    const retryable = rows.filter(([, row]) => row.retryable).map(([code]) => code);
    expect(retryable).toEqual([
      'rotation_too_soon',
      'request_timeout',
      'operation_in_progress',
      'conversation_busy',
      'rate_limited',
      'service_unavailable',
    ]);
  });

  it('has the numbers of gRPC', () => {
    // grpc/grpc doc/statuscodes.md
    expect(GrpcStatus).toEqual({
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
    });
  });

  it.each([
    ['not_found', true],
    ['no_such_code', false],
    ['toString', false],
    [404, false],
    [undefined, false],
  ])('is asked for %s: %s', (value, known) => {
    expect(isErrorCode(value)).toBe(known);
  });
});
