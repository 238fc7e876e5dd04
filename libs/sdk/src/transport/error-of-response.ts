import { parseRetryAfter } from './retry-after.js';
import type { AmigoError, AmigoErrorFields } from '../errors/amigo-error.js';
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  ValidationError,
} from '../errors/http-errors.js';

type ErrorClass = new (message: string, fields: AmigoErrorFields) => AmigoError;

const classes: Readonly<Record<number, ErrorClass>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  503: ServiceUnavailableError,
};
const maxRawBytes = 8_192;

/** The parts of a response that an error is made of. */
export interface ErrorResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** The whole body. */
  readonly text: string;
}

/** @param nowMs to tell the seconds until a `Retry-After` that is a date */
export function errorOfResponse(
  { status, statusText, headers, text }: ErrorResponse,
  context: Readonly<Record<string, unknown>>,
  nowMs: number,
): AmigoError {
  const parsed = parsedObject(text);
  const errorBody = parsed ?? { detail: statusText, raw_body: firstBytes(text) };
  const detail = textOf(errorBody['detail']);
  const message = textOf(errorBody['message']) ?? detail ?? (statusText || `HTTP ${status}`);
  const fields: AmigoErrorFields = {
    statusCode: status,
    errorCode: textOf(errorBody['error_code']) ?? textOf(errorBody['error']),
    requestId: textOf(errorBody['request_id']) ?? headers.get('x-request-id') ?? undefined,
    ...{ detail, errorBody, context },
    rawBody: firstBytes(text),
  };
  if (status === 429) {
    const retryAfterMs = parseRetryAfter(headers.get('retry-after'), nowMs);
    const retryAfter = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);
    return new RateLimitError(message, { ...fields, retryAfter });
  }
  return new (classes[status] ?? ServerError)(message, fields);
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** What is no text is shown as JSON. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whole characters alone. */
function firstBytes(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxRawBytes) return text;
  return new TextDecoder().decode(bytes.subarray(0, maxRawBytes), { stream: true });
}
