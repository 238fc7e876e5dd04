import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import { userSubject, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WorldStore } from '../adapters/world-store.js';
import {
  entityDecider,
  type EntityCommand,
  type EntityEvent,
  type EntityState,
} from '../domain/entity/entity.js';
import { entityRows } from '../projections/entity-rows.js';
import { entityTables } from '../projections/entity-table.js';

export const entityAggregate = defineAggregate<EntityState, EntityCommand, EntityEvent>({
  category: 'entity',
  decider: entityDecider,
  subject: ({ tenantId, id }) => userSubject(tenantId, id),
  rows: entityRows,
  tables: entityTables,
});

/** Handles the commands of entities. */
@Injectable()
export class Entities extends CommandHandler<EntityState, EntityCommand, EntityEvent> {
  constructor(store: WorldStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(entityAggregate, { store, database, clock });
  }
}
