import { Inject, Injectable } from '@nestjs/common';
import { beginErasure, eraseSubject, type Vault } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { KeyRing } from '@svc/sealing';
import { CLOCK, DATABASE, SUBJECT_KEYS, type ErasureRequest } from '@svc/service-host';
import { CONVERSATION_VAULT } from '../log/conversation-vault.js';
import { Conversations } from '../log/conversations.js';
import { conversationTables } from '../projections/conversation-rows.js';
import { surfaceTables } from '../projections/surface-tables.js';
import { Recollections } from '../turn/recollections.js';
import { UnheardAnswers } from '../turn/unheard-answers.js';

const schema = 'conversations';

/**
 * Clears what this context stores of a subject besides sealed events, which become unreadable when identity destroys
 * the key. From then on every instance refuses personal data of the subject; running turns end void.
 */
@Injectable()
export class EraseSubject {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SUBJECT_KEYS) private readonly keys: KeyRing,
    @Inject(CONVERSATION_VAULT) private readonly vault: Required<Vault>,
    private readonly conversations: Conversations,
    private readonly recollections: Recollections,
    private readonly unheard: UnheardAnswers,
  ) {}

  /** Makes all later writes refuse the subject's personal data. @throws as `execute` */
  async begin({ subject, metadata }: ErasureRequest): Promise<void> {
    this.#forget(subject);
    await beginErasure(this.database, {
      schema,
      subject,
      cause: metadata.causationId,
      clock: this.clock,
    });
  }

  /**
   * Idempotent and safe to run concurrently, also for an unknown subject.
   * @throws DatabaseUnavailableError when a writer of the subject takes too long: try again later.
   */
  async execute({ subject, metadata }: ErasureRequest): Promise<void> {
    this.#forget(subject);
    const { database, clock, vault } = this;
    const cause = metadata.causationId;
    const tables = [...conversationTables, ...surfaceTables];
    // Before the erasure counts as done: nobody would come back for them.
    await beginErasure(database, { schema, subject, cause, clock });
    await this.unheard.eraseOf(subject);
    await eraseSubject({ database, schema, tables, blobs: vault.blobs, subject, cause, clock });
    // Forget what was cached since the first call.
    this.#forget(subject);
  }

  #forget(subject: string): void {
    this.keys.forget(subject);
    this.conversations.forget(subject);
    this.recollections.forget(subject);
  }
}
