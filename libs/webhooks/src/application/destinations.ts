import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WebhooksStore } from '../adapters/webhooks-store.js';
import type { DestinationEvent } from '../domain/destination/destination-event.js';
import {
  destinationDecider,
  type DestinationCommand,
  type DestinationState,
} from '../domain/destination/destination.js';
import { destinationRows } from '../projections/destination-rows.js';
import { destinationTable } from '../projections/destination-table.js';

export const destinationAggregate = defineAggregate<DestinationState, DestinationCommand, DestinationEvent>({
  category: 'destination',
  decider: destinationDecider,
  subject: () => null,
  rows: destinationRows,
  tables: [destinationTable],
});

/** Handles the commands of destinations. */
@Injectable()
export class Destinations extends CommandHandler<DestinationState, DestinationCommand, DestinationEvent> {
  constructor(store: WebhooksStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(destinationAggregate, { store, database, clock });
  }
}
