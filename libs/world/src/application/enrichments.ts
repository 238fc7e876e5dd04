import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import { userSubject, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WorldStore } from '../adapters/world-store.js';
import {
  enrichmentDecider,
  type EnrichEntity,
  type EnrichmentEvent,
  type EnrichmentState,
} from '../domain/enrichment/enrichment.js';
import { enrichmentValueShape } from '../domain/enrichment/enrichment-value.js';
import { enrichmentRows } from '../projections/enrichment-rows.js';
import { currentEnrichmentTable, enrichmentEntryTable } from '../projections/enrichment-table.js';

const eventsBetweenSnapshots = 32;

export const enrichmentAggregate = defineAggregate<EnrichmentState, EnrichEntity, EnrichmentEvent>({
  category: 'enrichment',
  decider: enrichmentDecider,
  // Also without anything sealed: the key may be marked is_pii later.
  subject: ({ tenantId, id }) => userSubject(tenantId, id.slice(0, id.indexOf('.'))),
  // A value is one event, and a sensor may write values without end.
  snapshots: { every: eventsBetweenSnapshots, shape: { current: ['nullable', enrichmentValueShape] } },
  rows: enrichmentRows,
  tables: [currentEnrichmentTable, enrichmentEntryTable],
});

/** Handles the values of each key of each entity. */
@Injectable()
export class Enrichments extends CommandHandler<EnrichmentState, EnrichEntity, EnrichmentEvent> {
  constructor(store: WorldStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(enrichmentAggregate, { store, database, clock });
  }
}

/** The id of the stream. */
export function enrichmentIdOf(entityId: string, key: string): string {
  return `${entityId}.${key}`;
}
