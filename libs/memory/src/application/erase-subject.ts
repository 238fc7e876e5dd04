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
 * Clears what this context stores of a subject besides sealed events, which become unreadable when identity destroys
 * the key. From then on personal data of the subject is refused; stages of its conversations end without memories.
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
   * Idempotent and safe to run concurrently, also for an unknown subject.
   * @throws DatabaseUnavailableError when a writer of the subject takes too long: try again later.
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
    // Forget what was cached since the first call.
    this.keys.forget(subject);
  }
}
