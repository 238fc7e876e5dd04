import { SubjectErasedError } from '@svc/errors';
import type { KeyRing } from '@svc/sealing';

/**
 * Keeps a subject's key for as long as a turn needs it, however slow the model is. Admission has brought it, so nobody is
 * asked. Should the subject be erased meanwhile, the database takes nothing more that is personal.
 * @returns lets go.
 * @throws SubjectErasedError; DomainError `service_unavailable` when the key is needed anew and can't be had.
 */
export async function holdKey(keys: KeyRing, subject: string): Promise<() => void> {
  const key = await keys.get(subject);
  if (key === 'erased') throw new SubjectErasedError(subject);
  return keys.hold(subject, key);
}
