import { createHash } from 'node:crypto';
import { DataKey, type SubjectKey, type SubjectKeys } from '@svc/sealing';

/** A key for every subject, the same each time, until the subject is erased. Stands for the context that keeps keys. */
export class TestKeys implements SubjectKeys {
  readonly #erased = new Set<string>();

  erase(subject: string): void {
    this.#erased.add(subject);
  }

  get(subject: string): Promise<SubjectKey> {
    return Promise.resolve(this.#erased.has(subject) ? 'erased' : testKeyOf(subject));
  }

  async getAll(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>> {
    const answers = subjects.map(async (subject) => [subject, await this.get(subject)] as const);
    return new Map(await Promise.all(answers));
  }
}

export function testKeyOf(subject: string): DataKey {
  const secret = createHash('sha256').update(subject).digest();
  return new DataKey(`00000000-0000-4000-8000-${secret.toString('hex', 0, 6)}`, secret);
}
