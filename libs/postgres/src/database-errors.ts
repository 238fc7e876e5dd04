import { types } from 'node:util';
import { DomainError } from '@svc/errors';
import pg from 'pg';

/** SQLSTATE classes and codes (PostgreSQL manual, appendix A) that say "not now" rather than "not so". */
const unavailableStates = [
  '08', // connection exception
  '53', // insufficient resources, too many connections among them
  '57P', // operator intervention: shutdown, crash, starting up
  '57014', // cancelled: statement_timeout
  '55P03', // lock_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '25006', // read_only_sql_transaction: our own server while its disk is nearly full, or a standby
];

const busy = 'The service is busy or restarting. Try again in a moment.';
/** Messages for the caller, where they say more than that the service is busy. */
const reasonsByState: Readonly<Record<string, string>> = {
  '53100': 'Nothing can be stored at present: the disk of the database is full. Reading goes on.',
  '25006':
    'Nothing can be stored at present: the database takes no changes, as when its disk is nearly full. Reading goes on.',
};

export function isUnavailableState(state: string): boolean {
  return unavailableStates.some((prefix) => state.startsWith(prefix));
}

/** Codes of a rollback caused by a concurrent transaction. */
const conflictStates = [
  '40001', // serialization_failure
  '40P01', // deadlock_detected
];

function isConflictState(state: string): boolean {
  return conflictStates.includes(state);
}

/** The transaction lost a race and was rolled back. Repeated from its start it may succeed. */
export class TransactionConflictError extends DomainError {
  override readonly name = 'TransactionConflictError';

  constructor(cause: unknown) {
    super(
      'operation_in_progress',
      'This was changed by another request at the same time. Repeat the request.',
      {
        cause,
        privateDetail: `database: ${cause instanceof Error ? cause.message : String(cause)}`,
      },
    );
  }
}

/**
 * The database can't do it now: refused, restarting, overloaded, too slow, or without room for what is to be stored. The
 * same call may succeed later.
 */
export class DatabaseUnavailableError extends DomainError {
  override readonly name = 'DatabaseUnavailableError';
  /** Whether the statement may have run or may still run: it was sent, and the server has not refused it. */
  readonly isOutcomeUnknown: boolean;

  constructor(cause: unknown, { wasSent = true }: { readonly wasSent?: boolean } = {}) {
    super('service_unavailable', reasonsByState[sqlState(cause) ?? ''] ?? busy, {
      cause,
      privateDetail: `database: ${cause instanceof Error ? cause.message : String(cause)}`,
    });
    this.isOutcomeUnknown = wasSent && !(cause instanceof pg.DatabaseError && cause.severity === 'ERROR');
  }
}

/** True when the server refused a statement and the connection is still usable. */
export function isStatementError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !hasLostStatements(error);
}

const lostStatementStates = [
  '26000', // invalid_sql_statement_name: DISCARD ALL, or a pooler that has changed the server's process
  '42P05', // duplicate_prepared_statement: a pooler's, by another client
];

export function isLostStatementState(state: string): boolean {
  return lostStatementStates.includes(state);
}

/** True when the session does not have the prepared statements that it should have. The statement has not run then. */
export function hasLostStatements(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  if (isLostStatementState(error.code ?? '')) return true;
  // "cached plan must not change result type", in whatever language: a table was changed under the statement.
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

/** A reference to a deleted or missing row. */
export function isForeignKeyViolation(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === '23503';
}

/** True for a broken unique key; `constraint` narrows it to one key by name. */
export function isUniqueViolation(error: unknown, constraint?: string): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false;
  return constraint === undefined || error.constraint === constraint;
}

/** True when a row would break the check of this name. */
export function isCheckViolation(error: unknown, constraint: string): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === constraint;
}

/** The SQLSTATE of a statement that the server refused, or undefined for any other failure. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Refused statements stay as pg reports them, for the caller to judge; a lost race becomes one type, and lost or missing
 * connections another.
 */
export function toDatabaseError(error: unknown): unknown {
  const state = sqlState(error);
  if (state !== undefined) {
    if (isConflictState(state)) return new TransactionConflictError(error);
    return isUnavailableState(state) || hasLostStatements(error)
      ? new DatabaseUnavailableError(error)
      : error;
  }
  return isConnectionError(error) ? new DatabaseUnavailableError(error) : error;
}

/** pg has no error type of its own for these: they are socket errors (with a code) or plain errors with these words. */
function isConnectionError(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  if (typeof (error as NodeJS.ErrnoException).syscall === 'string') return true;
  return /^(Connection terminated|timeout exce|Client (has encountered|was closed)|Cannot use a pool|Query read timeout)/.test(
    error.message,
  );
}
