import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { IdentityStore } from '../adapters/identity-store.js';
import { roleDecider, type RoleCommand, type RoleState } from '../domain/role/role.js';
import type { RoleEvent } from '../domain/role/role-event.js';
import { roleRows } from '../projections/role-rows.js';
import { roleTable } from '../projections/role-table.js';

export const roleAggregate = defineAggregate<RoleState, RoleCommand, RoleEvent>({
  category: 'role',
  decider: roleDecider,
  subject: () => null,
  rows: roleRows,
  tables: [roleTable],
});

@Injectable()
export class Roles extends CommandHandler<RoleState, RoleCommand, RoleEvent> {
  constructor(store: IdentityStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(roleAggregate, { store, database, clock });
  }
}
