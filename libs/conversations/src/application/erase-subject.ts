import { Inject, Injectable } from '@nestjs/common';
import { beginErasure, eraseSubject, type Vault } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { KeyRing } from '@svc/sealing';
import { CLOCK, DATABASE, SUBJECT_KEYS, type ErasureRequest } from '@svc/service-host';
import { CONVERSATION_VAULT } from '../log/conversation-vault.js';
import { Conversations } from '../log/conversations.js';
import { conversationTables } from '../projections/conversation-rows.js';
import { Recollections } from '../turn/recollections.js';

const schema = 'conversations';

/**
 * Clears what this context keeps of a subject beside its sealed events, which shut when identity destroys the key. From
 * then on nothing personal of the subject is taken any more, by no instance; turns that run end void.
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
  ) {}

  /** The part that all that is written from then on finds: new words are refused. @throws as `execute` */
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
   * Can be repeated, also side by side and after being interrupted. Whether there is such a subject does not matter.
   * @throws DatabaseUnavailableError when a writer of the subject takes too long: again, later.
   */
  async execute({ subject, metadata }: ErasureRequest): Promise<void> {
    this.#forget(subject);
    const { database, clock, vault } = this;
    const cause = metadata.causationId;
    const tables = conversationTables;
    await eraseSubject({ database, schema, tables, blobs: vault.blobs, subject, cause, clock });
    // What was read meanwhile.
    this.#forget(subject);
  }

  #forget(subject: string): void {
    this.keys.forget(subject);
    this.conversations.forget(subject);
    this.recollections.forget(subject);
  }
}
