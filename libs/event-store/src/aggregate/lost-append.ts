import { DatabaseUnavailableError, type Statement } from '@svc/postgres';

/** An append that may have come about, or still come: told apart from a query on the way to it that was lost. */
export class LostAppend extends Error {
  constructor(override readonly cause: unknown) {
    super('The answer to an append was lost.');
  }
}

/** What the failure of an append is: the loss of its answer, or as it stands that nothing was appended. */
export function toLostAppend(error: unknown): unknown {
  const isLost = error instanceof DatabaseUnavailableError && error.isOutcomeUnknown;
  return isLost ? new LostAppend(error) : error;
}

/**
 * First in the transaction of a try that follows a lost one, which may hang and hold its locks for long. 2 s, for the try
 * after this one may find them free.
 */
export const limitLockWait: Statement = {
  name: 'limit_lock_wait',
  text: `SELECT set_config('lock_timeout', $1, true)`,
  values: ['2000'],
};
