import { Inject, Injectable } from '@nestjs/common';
import { eraseSubject, type Vault } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { KeyRing } from '@svc/sealing';
import { CLOCK, DATABASE, SUBJECT_KEYS, type Eraser, type ErasureRequest } from '@svc/service-host';
import { MEMORY_VAULT } from '../adapters/memory-vault.js';
import { memoryTable } from '../projections/memory-table.js';

const schema = 'memory';

/**
 * Clears what this context keeps of a subject beside its sealed events, which shut when identity destroys the key. From
 * then on nothing personal of the subject is taken any more; stages of its conversations end without memories.
 */
@Injectable()
export class EraseSubject implements Eraser {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SUBJECT_KEYS) private readonly keys: KeyRing,
    @Inject(MEMORY_VAULT) private readonly vault: Required<Vault>,
  ) {}

  /**
   * Can be repeated, also side by side and after being interrupted. Whether there is such a subject does not matter.
   * @throws DatabaseUnavailableError when a writer of the subject takes too long: again, later.
   */
  async execute({ subject, metadata }: ErasureRequest): Promise<void> {
    this.keys.forget(subject);
    const { database, clock, vault } = this;
    const cause = metadata.causationId;
    await eraseSubject({
      database,
      schema,
      tables: [memoryTable],
      blobs: vault.blobs,
      subject,
      cause,
      clock,
    });
    // What was read meanwhile.
    this.keys.forget(subject);
  }
}
