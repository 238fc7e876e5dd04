import { Inject, Injectable } from '@nestjs/common';
import { beginErasure, eraseSubject } from '@svc/event-store';
import { userOfSubject, workspaceOf, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { KeyRing } from '@svc/sealing';
import { CLOCK, DATABASE, SUBJECT_KEYS, type Eraser, type ErasureRequest } from '@svc/service-host';
import { Entities } from './entities.js';
import { currentEnrichmentTable, enrichmentEntryTable } from '../projections/enrichment-table.js';
import { entityIdentifierTable, entityTable, entityWordsTable } from '../projections/entity-table.js';

const schema = 'world';

const tables = [entityTable, currentEnrichmentTable, enrichmentEntryTable] as const;

/** Plain text of entities, which no key protects. */
export const plainTables = [entityWordsTable.name, entityIdentifierTable.name] as const;

/**
 * Clears what this context stores of an entity besides sealed events, which become unreadable when identity destroys the key. From
 * then on personal data of the entity is refused.
 */
@Injectable()
export class EraseSubject implements Eraser {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SUBJECT_KEYS) private readonly keys: KeyRing,
    private readonly entities: Entities,
  ) {}

  /**
   * Idempotent and safe to run concurrently, also for an unknown subject.
   * @throws DatabaseUnavailableError when a writer of the subject takes too long: try again later.
   */
  async execute({ subject, metadata }: ErasureRequest): Promise<void> {
    this.keys.forget(subject);
    const { database, clock } = this;
    const cause = metadata.causationId;
    await beginErasure(database, { schema, subject, cause, clock });
    await this.#end(subject, metadata);
    for (const table of plainTables)
      await database.query({
        name: `${table}.erase`,
        text: `DELETE FROM ${table} WHERE subject = $1`,
        values: [subject],
      });
    await eraseSubject({ database, schema, tables, subject, cause, clock });
    // Forget what was cached since the first call.
    this.keys.forget(subject);
  }

  /** Users of organizations are no entities. */
  async #end(subject: string, metadata: ErasureRequest['metadata']): Promise<void> {
    const user = userOfSubject(subject);
    if (user === null || workspaceOf(user.tenantId) === null) return;
    const { tenantId, userId: entityId } = user;
    // Don't ask identity for destroyed keys: after a restore it does not serve yet.
    const letGo = this.keys.pin(subject, 'erased');
    try {
      const target = { tenantId, id: entityId, metadata };
      await this.entities.change(target, () => ({ type: 'EraseEntity', entityId }));
    } finally {
      letGo();
    }
  }
}
