import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import { userSubject, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { IdentityStore } from '../adapters/identity-store.js';
import { userSnapshots } from '../adapters/user-snapshots.js';
import { userDecider, type UserState } from '../domain/user/user.js';
import type { UserCommand } from '../domain/user/user-command.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { userRows, userTables } from '../projections/user-rows.js';

export const userAggregate = defineAggregate<UserState, UserCommand, UserEvent>({
  category: 'user',
  decider: userDecider,
  subject: ({ tenantId, id }) => userSubject(tenantId, id),
  snapshots: userSnapshots,
  rows: userRows,
  tables: userTables,
});

@Injectable()
export class Users extends CommandHandler<UserState, UserCommand, UserEvent> {
  constructor(store: IdentityStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(userAggregate, { store, database, clock });
  }
}
