import type { DomainError, FieldError } from './domain-error.js';
import { wireCode, type ErrorSurface } from './error-table.js';

/** The error body of both HTTP surfaces (docs/api/errors.md), which differ in the names of some codes. */
export interface ErrorBody {
  readonly message: string;
  /** The same text; on 422 the list of broken fields. */
  readonly detail: string | readonly FieldError[];
  readonly error_code: string;
  readonly code: string;
  readonly request_id: string;
  /** 422 only: dotted field path to text. */
  readonly errors?: Readonly<Record<string, string>>;
}

export function toErrorBody(
  error: DomainError,
  requestId: string,
  surface: ErrorSurface = 'classic',
): ErrorBody {
  const code = wireCode(error.code, surface);
  const body = { message: error.message, error_code: code, code, request_id: requestId };
  if (error.code !== 'validation_failed') return { ...body, detail: error.message };
  const errors = Object.fromEntries(error.fields.map((field) => [field.loc.join('.'), field.msg]));
  return { ...body, detail: error.fields, errors };
}
