import { errorTable, type ErrorCode, type ErrorRow } from './error-table.js';

/** One invalid field of a request: its path, the message, and the type of error. */
export interface FieldError {
  /** Path, outermost part of the request first: `['body', 'states', 0, 'name']`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export interface DomainErrorOptions {
  /** Only for logs; never leaves the process that made it. */
  readonly privateDetail?: string;
  readonly fields?: readonly FieldError[];
  /** Seconds to wait before a retry, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** Every expected error. `message` is public and says what to do; everything private stays in `privateDetail`. */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';
  readonly privateDetail: string | undefined;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: DomainErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.privateDetail = options.privateDetail;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get row(): ErrorRow {
    return errorTable[this.code];
  }
}

/** An unexpected error as clients see it: the same text for all, so that nothing internal leaks. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError(
    'internal_error',
    'Something went wrong on our side. Quote the request id when you report it.',
    {
      cause: error,
      privateDetail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    },
  );
}

/**
 * Enough to correct a request. A body of 1 MB can have half a million errors, each reported in a hundred times its own size.
 */
const maxFields = 100;

/** Keeps the first hundred fields. */
export function validationError(broken: readonly FieldError[]): DomainError {
  const fields = broken.slice(0, maxFields);
  const first = fields[0];
  const where = first ? ` ${first.loc.join('.')}: ${first.msg}` : '';
  const more = broken.length > 1 ? ` (and ${broken.length - 1} more, see detail)` : '';
  return new DomainError('validation_failed', `The request is not valid.${where}${more}`, { fields });
}
