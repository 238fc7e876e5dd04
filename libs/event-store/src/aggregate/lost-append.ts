import { DatabaseUnavailableError, type Statement } from '@svc/postgres';

/** An append that may have committed or may still commit. Different from a lost query before it. */
export class LostAppend extends Error {
  constructor(override readonly cause: unknown) {
    super('The answer to an append was lost.');
  }
}

/** The error of an append: a lost response, or itself when nothing was appended. */
export function toLostAppend(error: unknown): unknown {
  const isLost = error instanceof DatabaseUnavailableError && error.isOutcomeUnknown;
  return isLost ? new LostAppend(error) : error;
}

/**
 * First statement of an attempt after a lost one, which may hang with its locks. 2 s: the next attempt may find them
 * free.
 */
export const limitLockWait: Statement = {
  name: 'limit_lock_wait',
  text: `SELECT set_config('lock_timeout', $1, true)`,
  values: ['2000'],
};
