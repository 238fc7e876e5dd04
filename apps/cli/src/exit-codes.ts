import {
  ConfigurationError,
  isAmigoError,
  isAuthenticationError,
  isConflictError,
  isNetworkError,
  isNotFoundError,
  isPermissionError,
  isRateLimitError,
  isRequestTimeoutError,
  isServerError,
} from '@svc/sdk';

/** What a command ends with, for scripts. `svc --help` shows them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** Also where settings are missing. */
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  refused: 5,
  unavailable: 6,
} as const;

/** A mistake of the user, said in a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was asked for did not hold, or could not be done: a wrong file, a difference. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** @returns the code, and a sentence that says what happened and what to do */
export function endingOf(error: unknown): { readonly code: number; readonly sentence: string } {
  if (error instanceof UsageError || error instanceof ConfigurationError)
    return { code: exitCodes.usage, sentence: error.message };
  if (isNetworkError(error) || isRequestTimeoutError(error))
    return {
      code: exitCodes.unavailable,
      sentence: `${error.message} Is the address right, and does it run?`,
    };
  if (!isAmigoError(error))
    return { code: exitCodes.failed, sentence: error instanceof Error ? error.message : String(error) };
  const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
  const sentence = `${error.message}${request}`;
  if (isRateLimitError(error)) {
    const when = error.retryAfter === undefined ? '' : ` Try again in ${error.retryAfter} s.`;
    return { code: exitCodes.unavailable, sentence: `${sentence}${when}` };
  }
  if (isAuthenticationError(error))
    return { code: exitCodes.notAllowed, sentence: `${sentence} Is the key of this profile still valid?` };
  if (isPermissionError(error)) return { code: exitCodes.notAllowed, sentence };
  if (isNotFoundError(error)) return { code: exitCodes.notFound, sentence };
  if (isConflictError(error)) return { code: exitCodes.refused, sentence };
  if (isServerError(error)) return { code: exitCodes.unavailable, sentence };
  return { code: exitCodes.refused, sentence };
}
