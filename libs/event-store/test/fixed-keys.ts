import { createHash } from 'node:crypto';
import { DataKey, MissingKeyError, type SubjectKey, type SubjectKeys } from '@svc/sealing';

/** A key for every subject, the same each time. */
export function keyOf(subject: string): DataKey {
  const secret = createHash('sha256').update(subject).digest();
  return new DataKey(`00000000-0000-4000-8000-${secret.toString('hex', 0, 6)}`, secret);
}

/** Keys of these subjects, and the subjects of each question that was asked. */
export class FixedKeys implements SubjectKeys {
  readonly asked: (readonly string[])[] = [];
  readonly #keys: Map<string, SubjectKey>;

  constructor(...subjects: readonly string[]) {
    this.#keys = new Map(subjects.map((subject) => [subject, keyOf(subject)]));
  }

  erase(subject: string): void {
    this.#keys.set(subject, 'erased');
  }

  async get(subject: string): Promise<SubjectKey> {
    const key = this.#keys.get(subject);
    if (!key) throw new MissingKeyError(subject);
    return key;
  }

  async getAll(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>> {
    this.asked.push(subjects);
    const answers = subjects.map(async (subject) => [subject, await this.get(subject)] as const);
    return new Map(await Promise.all(answers));
  }
}
