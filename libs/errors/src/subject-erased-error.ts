import { DomainError } from './domain-error.js';

/** The subject's key is destroyed: nothing more can be stored about it, and nothing stored can be read. */
export class SubjectErasedError extends DomainError {
  override readonly name = 'SubjectErasedError';

  constructor(
    readonly subject: string,
    cause?: unknown,
  ) {
    super('not_found', 'This belongs to a person who was deleted.', {
      privateDetail: `subject ${subject} is erased`,
      cause,
    });
  }
}
