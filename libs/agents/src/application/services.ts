import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { AgentsStore } from '../adapters/agents-store.js';
import { serviceSnapshots } from '../adapters/snapshots.js';
import {
  serviceDecider,
  type ServiceCommand,
  type ServiceEvent,
  type ServiceState,
} from '../domain/service/service.js';
import { serviceRows, serviceTables } from '../projections/service-rows.js';

export const serviceAggregate = defineAggregate<ServiceState, ServiceCommand, ServiceEvent>({
  category: 'service',
  decider: serviceDecider,
  subject: () => null,
  snapshots: serviceSnapshots,
  rows: serviceRows,
  tables: serviceTables,
});

/** Handles the commands of services. */
@Injectable()
export class Services extends CommandHandler<ServiceState, ServiceCommand, ServiceEvent> {
  constructor(store: AgentsStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(serviceAggregate, { store, database, clock });
  }
}
