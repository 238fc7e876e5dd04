import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WorldStore } from '../adapters/world-store.js';
import {
  enrichmentKeyDecider,
  type EnrichmentKeyCommand,
  type EnrichmentKeyEvent,
  type EnrichmentKeyState,
} from '../domain/enrichment-key/enrichment-key.js';
import { enrichmentKeyRows } from '../projections/enrichment-key-rows.js';
import { enrichmentKeyTable } from '../projections/enrichment-key-table.js';

export const enrichmentKeyAggregate = defineAggregate<
  EnrichmentKeyState,
  EnrichmentKeyCommand,
  EnrichmentKeyEvent
>({
  category: 'enrichment_key',
  decider: enrichmentKeyDecider,
  subject: () => null,
  rows: enrichmentKeyRows,
  tables: [enrichmentKeyTable],
});

/** Handles the commands of enrichment keys. */
@Injectable()
export class EnrichmentKeys extends CommandHandler<
  EnrichmentKeyState,
  EnrichmentKeyCommand,
  EnrichmentKeyEvent
> {
  constructor(store: WorldStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(enrichmentKeyAggregate, { store, database, clock });
  }
}
