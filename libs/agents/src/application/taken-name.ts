import { DomainError } from '@svc/errors';
import { isUniqueViolation } from '@svc/postgres';

/**
 * For `catch`: turns a violation of the unique key into a conflict; other errors pass.
 * @throws DomainError `conflict`
 */
export function refuseTakenName(uniqueKey: string, message: string): (error: unknown) => never {
  return (error) => {
    if (isUniqueViolation(error, uniqueKey)) throw new DomainError('conflict', message, { cause: error });
    throw error;
  };
}
