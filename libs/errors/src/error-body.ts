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

/** The error body of links to forms (contract-platform.md section 2.2, E3). */
export interface FormErrorBody {
  readonly error_code: string;
  readonly message: string;
  readonly reason: null;
  readonly details: {
    readonly request_id: string;
    /** 422 only: dotted path of each field → what is wrong with it. */
    readonly errors?: Readonly<Record<string, string>>;
  };
}

export function toFormErrorBody(error: DomainError, requestId: string): FormErrorBody {
  const errors = error.code === 'validation_failed' ? { errors: errorsOf(error) } : {};
  const details = { request_id: requestId, ...errors };
  return { error_code: wireCode(error.code, 'form'), message: error.message, reason: null, details };
}

export function toErrorBody(
  error: DomainError,
  requestId: string,
  surface: ErrorSurface = 'classic',
): ErrorBody {
  const code = wireCode(error.code, surface);
  const body = { message: error.message, error_code: code, code, request_id: requestId };
  if (error.code !== 'validation_failed') return { ...body, detail: error.message };
  return { ...body, detail: error.fields, errors: errorsOf(error) };
}

function errorsOf({ fields }: DomainError): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field.loc.join('.'), field.msg]));
}
