import { errorTable, type ErrorCode, type ErrorRow } from './error-table.js';

/** One broken field of a request: where it stands, what is wrong, and the kind of fault. */
export interface FieldError {
  /** Path from the part of the request down: `['body', 'states', 0, 'name']`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export interface DomainErrorOptions {
  /** For logs alone; never leaves the process that made it. */
  readonly privateDetail?: string;
  readonly fields?: readonly FieldError[];
  /** Seconds to wait before a repeat, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** Every expected failure. `message` is public and says what to do; everything private stays in `privateDetail`. */
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

/** An unexpected failure seen from outside: the same words for all of them, so that nothing internal leaks. */
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

/** Enough to mend a request by. A body of 1 MB can hold half a million faults, each a hundred times its own size. */
const maxFields = 100;

/** The first hundred are kept. */
export function validationError(broken: readonly FieldError[]): DomainError {
  const fields = broken.slice(0, maxFields);
  const first = fields[0];
  const where = first ? ` ${first.loc.join('.')}: ${first.msg}` : '';
  const more = broken.length > 1 ? ` (and ${broken.length - 1} more, see detail)` : '';
  return new DomainError('validation_failed', `The request is not valid.${where}${more}`, { fields });
}
