import { SubjectErasedError } from '@svc/errors';
import type { KeyRing } from '@svc/sealing';

export interface PinnedKey {
  /** Aborted (`SubjectErasedError`) once this process knows that the subject is erased. */
  readonly erased: AbortSignal;
  letGo(): void;
}

/**
 * Keeps a subject's key for as long as a turn needs it, however slow the model is. Admission has brought it, so nobody is
 * asked. Should the subject be erased meanwhile, the database takes nothing more that is personal.
 * @throws SubjectErasedError; DomainError `service_unavailable` when the key is needed again and can't be had.
 */
export async function pinKey(keys: KeyRing, subject: string): Promise<PinnedKey> {
  const key = await keys.get(subject);
  if (key === 'erased') throw new SubjectErasedError(subject);
  const erased = new AbortController();
  const letGo = keys.pin(subject, key, () => erased.abort(new SubjectErasedError(subject)));
  return { erased: erased.signal, letGo };
}
