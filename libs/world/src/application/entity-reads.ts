import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock, IdGenerator, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { WorldStore } from '../adapters/world-store.js';
import {
  entityReadsDecider,
  type EntityRead,
  type EntityReadsEvent,
  type NoteEntityReads,
} from '../domain/audit/entity-reads.js';
import { auditEntryTable } from '../projections/audit-entry-table.js';
import { entityReadRows } from '../projections/audit-rows.js';

export const entityReadsAggregate = defineAggregate<null, NoteEntityReads, EntityReadsEvent>({
  category: 'entity_reads',
  decider: entityReadsDecider,
  subject: () => null,
  rows: entityReadRows,
  tables: [auditEntryTable],
});

@Injectable()
export class EntityReadBatches extends CommandHandler<null, NoteEntityReads, EntityReadsEvent> {
  constructor(store: WorldStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(entityReadsAggregate, { store, database, clock });
  }
}

/** About 25 KiB of an event. */
const readsOfEvent = 100;

interface Batch {
  readonly reads: EntityRead[];
  readonly written: Promise<void>;
}

/**
 * Keeps who read which entity, before they get it: what is not on record is not answered, so a process that is killed loses no
 * read. While one batch of a workspace is written, the next one gathers: many reads at once are one append. As many wait as
 * requests are in flight.
 */
@Injectable()
export class EntityReads {
  readonly #gathering = new Map<TenantId, Batch>();
  readonly #lastWrite = new Map<TenantId, Promise<void>>();

  constructor(
    private readonly batches: EntityReadBatches,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** Resolves once they are on record. @throws DomainError `service_unavailable` */
  async record(
    { tenantId, metadata }: Pick<WorkspaceRequestContext, 'tenantId' | 'metadata'>,
    action: string,
    entityIds: readonly string[],
  ): Promise<void> {
    if (entityIds.length === 0) return;
    const batch = this.#gathering.get(tenantId) ?? this.#begin(tenantId);
    const { actor, correlationId: requestId } = metadata;
    for (const entityId of entityIds)
      batch.reads.push({ auditId: this.ids.uuid(), action, entityId, actor, requestId });
    await batch.written;
  }

  #begin(tenantId: TenantId): Batch {
    const before = this.#lastWrite.get(tenantId) ?? Promise.resolve();
    const reads: EntityRead[] = [];
    const written = before
      // Its own readers are told of its failure.
      .catch(() => undefined)
      .then(() => this.#write(tenantId, reads));
    const batch = { reads, written };
    this.#gathering.set(tenantId, batch);
    this.#lastWrite.set(tenantId, written);
    const forget = () => {
      if (this.#lastWrite.get(tenantId) === written) this.#lastWrite.delete(tenantId);
    };
    written.then(forget, forget);
    return batch;
  }

  async #write(tenantId: TenantId, reads: readonly EntityRead[]): Promise<void> {
    this.#gathering.delete(tenantId);
    const id = this.ids.resourceId(tenantId);
    const metadata = { actor: 'service:world', correlationId: id, causationId: id };
    const commands = Array.from({ length: Math.ceil(reads.length / readsOfEvent) }, (_chunk, index) => ({
      type: 'NoteEntityReads' as const,
      reads: reads.slice(index * readsOfEvent, (index + 1) * readsOfEvent),
    }));
    await this.batches.create({ tenantId, id, metadata }, { commands });
  }
}
