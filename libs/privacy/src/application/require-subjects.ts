import { DomainError } from '@svc/errors';
import { isSubject } from '@svc/kernel';
import { maxKeysAtOnce } from '@svc/sealing';

/** @returns each once. @throws DomainError `invalid_request` for too many at once, or for an invalid subject. */
export function requireSubjects(subjects: readonly string[]): readonly string[] {
  if (subjects.length > maxKeysAtOnce)
    throw new DomainError('invalid_request', `At most ${maxKeysAtOnce} subjects can be asked for at once.`);
  if (!subjects.every(isSubject))
    throw new DomainError('invalid_request', 'A subject is an id of 1 to 512 bytes.');
  return [...new Set(subjects)];
}
