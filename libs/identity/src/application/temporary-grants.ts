import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import { organizationTenant, userSubject, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { IdentityStore } from '../adapters/identity-store.js';
import {
  temporaryGrantDecider,
  type CreateTemporaryGrant,
  type TemporaryGrantEvent,
  type TemporaryGrantState,
} from '../domain/temporary-grant/temporary-grant.js';
import { temporaryGrantRows } from '../projections/temporary-grant-rows.js';
import { temporaryGrantTable } from '../projections/temporary-grant-table.js';

export const temporaryGrantAggregate = defineAggregate<
  TemporaryGrantState,
  CreateTemporaryGrant,
  TemporaryGrantEvent
>({
  category: 'temporary_permission_grant',
  decider: temporaryGrantDecider,
  // A record about the grant's user, who is a user at home.
  subject: ({ after }) => after && userSubject(organizationTenant(after.homeOrgId), after.userId),
  rows: temporaryGrantRows,
  tables: [temporaryGrantTable],
});

@Injectable()
export class TemporaryGrants extends CommandHandler<
  TemporaryGrantState,
  CreateTemporaryGrant,
  TemporaryGrantEvent
> {
  constructor(store: IdentityStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(temporaryGrantAggregate, { store, database, clock });
  }
}
