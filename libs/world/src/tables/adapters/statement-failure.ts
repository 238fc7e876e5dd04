import { DomainError, validationError } from '@svc/errors';
import { DatabaseUnavailableError, sqlState } from '@svc/postgres';
import pg from 'pg';

const longestMessage = 400;

/** Limits of time and of locks (PostgreSQL manual, appendix A). */
const cancelled = '57014';
const lockTimeout = '55P03';
const timeStates = [cancelled, lockTimeout, '25P03', '25P04'];
const insufficientPrivilege = '42501';

/** Names that exist, and values that are there twice. */
const conflictStates = [
  '42701', // duplicate_column
  '42P07', // duplicate_table: indexes and constraints too
  '42710', // duplicate_object
  '23505', // unique_violation
];
/** Of what a statement, a value or a table can not be. */
const refusedClasses = ['0A', '21', '22', '23', '2B', '42', '54'];
/** Of the server's limits for one session: memory and temporary files. */
const tooLargeStates = ['53400', '53200', '54000', '54001'];

/** What the caller is told of a failed change of a table: 409 for what exists, 422 for what can't be. */
export function changeFailure(error: unknown): unknown {
  const state = sqlState(error);
  if (state === undefined || !(error instanceof pg.DatabaseError)) return unavailable(error);
  if (conflictStates.includes(state)) return new DomainError('conflict', wordsOf(error), { cause: error });
  if (timeStates.includes(state))
    return new DomainError(
      'operation_in_progress',
      'This takes longer than is allowed, or waits for others who use the table: nothing has changed.',
      { cause: error },
    );
  if (refusedClasses.includes(state.slice(0, 2)) && state !== insufficientPrivilege)
    return validationError([{ loc: ['body'], msg: wordsOf(error), type: 'value_error' }]);
  return unavailable(error);
}

/** What the caller is told of a failed statement: 400 for all that the statement itself is at fault for. */
export function statementFailure(error: unknown, statementMs: number): unknown {
  if (error instanceof DomainError) return error;
  const state = sqlState(error);
  if (state === undefined || !(error instanceof pg.DatabaseError)) return unavailable(error);
  const refused = (words: string) => new DomainError('invalid_request', words, { cause: error });
  if (state === cancelled) return refused(`The statement took longer than ${statementMs} ms.`);
  if (timeStates.includes(state)) return refused('The statement waited too long for others: repeat it.');
  if (tooLargeStates.includes(state)) return refused('The statement needs more memory than is allowed.');
  if (state === insufficientPrivilege || state === '25006')
    return refused('The statement does what is not allowed here.');
  if (state.startsWith('40')) return refused('Others changed the same rows at the same time: repeat it.');
  if (refusedClasses.includes(state.slice(0, 2))) return refused(wordsOf(error));
  return unavailable(error);
}

function unavailable(error: unknown): unknown {
  return error instanceof DomainError ? error : new DatabaseUnavailableError(error);
}

/** The first line says what is wrong with what the caller sent; details can hold more, and stay here. */
function wordsOf({ message }: pg.DatabaseError): string {
  const characters = [...message];
  const words =
    characters.length > longestMessage ? `${characters.slice(0, longestMessage).join('')} …` : message;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
