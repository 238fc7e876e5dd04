import { DomainError } from '@svc/errors';
import { isUniqueViolation } from '@svc/postgres';

/**
 * For `catch`: turns a breach of the unique key into a conflict; other failures pass.
 * @throws DomainError `conflict`
 */
export function refuseTakenName(uniqueKey: string, message: string): (failure: unknown) => never {
  return (failure) => {
    if (isUniqueViolation(failure, uniqueKey)) throw new DomainError('conflict', message, { cause: failure });
    throw failure;
  };
}
