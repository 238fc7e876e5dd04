import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { IdentityStore } from '../adapters/identity-store.js';
import {
  organizationDecider,
  type OrganizationCommand,
  type OrganizationEvent,
  type OrganizationState,
} from '../domain/organization/organization.js';
import { organizationRows } from '../projections/organization-rows.js';
import { organizationTable } from '../projections/organization-table.js';

export const organizationAggregate = defineAggregate<
  OrganizationState,
  OrganizationCommand,
  OrganizationEvent
>({
  category: 'organization',
  decider: organizationDecider,
  subject: () => null,
  rows: organizationRows,
  tables: [organizationTable],
});

@Injectable()
export class Organizations extends CommandHandler<OrganizationState, OrganizationCommand, OrganizationEvent> {
  constructor(store: IdentityStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(organizationAggregate, { store, database, clock });
  }
}
