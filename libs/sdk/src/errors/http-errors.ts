import { AmigoError, type AmigoErrorFields } from './amigo-error.js';

/** 400: the request has a wrong format, or breaks a rule. */
export class BadRequestError extends AmigoError {
  static override readonly errorName: string = 'BadRequestError';
}

/** 401: no credential, a wrong one, or one that has expired. */
export class AuthenticationError extends AmigoError {
  static override readonly errorName: string = 'AuthenticationError';
}

/** 403: the credential does not allow it. */
export class PermissionError extends AmigoError {
  static override readonly errorName: string = 'PermissionError';
}

/** 404: it is not there. */
export class NotFoundError extends AmigoError {
  static override readonly errorName: string = 'NotFoundError';
}

/** 409: it conflicts with what is there, such as a name that is taken. */
export class ConflictError extends AmigoError {
  static override readonly errorName: string = 'ConflictError';
}

/** 422: the body, path or query breaks its schema; `errorBody.detail` lists the fields. */
export class ValidationError extends AmigoError {
  static override readonly errorName: string = 'ValidationError';
}

export interface RateLimitErrorFields extends AmigoErrorFields {
  readonly retryAfter?: number | undefined;
}

/** 429: too many requests. */
export class RateLimitError extends AmigoError {
  static override readonly errorName: string = 'RateLimitError';
  /** Seconds to wait for before the next request; undefined where the response does not say. */
  readonly retryAfter: number | undefined;

  constructor(message: string, fields: RateLimitErrorFields = {}) {
    super(message, fields);
    this.retryAfter = fields.retryAfter;
  }

  override toJSON(): Readonly<Record<string, unknown>> {
    return { ...super.toJSON(), retryAfter: this.retryAfter };
  }
}

/** Every other status that is no success; `statusCode` has it. */
export class ServerError extends AmigoError {
  static override readonly errorName: string = 'ServerError';
}

/** 503: away for now. */
export class ServiceUnavailableError extends ServerError {
  static override readonly errorName: string = 'ServiceUnavailableError';
}
