import { SubjectErasedError } from '@svc/errors';
import type { KeyRing } from '@svc/sealing';

export interface PinnedKey {
  /** Aborted (`SubjectErasedError`) once this process knows that the subject is erased. */
  readonly erased: AbortSignal;
  letGo(): void;
}

/**
 * Keeps a subject's key for the whole turn, however slow the model is. Admission has fetched it, so no call is needed.
 * If the subject is erased, the database refuses further personal data.
 * @throws SubjectErasedError; DomainError `service_unavailable` when the key is needed again and unavailable.
 */
export async function pinKey(keys: KeyRing, subject: string): Promise<PinnedKey> {
  const key = await keys.get(subject);
  if (key === 'erased') throw new SubjectErasedError(subject);
  const erased = new AbortController();
  const letGo = keys.pin(subject, key, () => erased.abort(new SubjectErasedError(subject)));
  return { erased: erased.signal, letGo };
}
