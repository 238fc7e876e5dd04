import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate, type CommandTarget } from '@svc/event-store';
import { userSubject, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { DataKeys } from '../adapters/data-keys.js';
import { IdentityStore } from '../adapters/identity-store.js';
import { userSnapshots } from '../adapters/user-snapshots.js';
import { userDecider, type UserState } from '../domain/user/user.js';
import type { CreateUser, UserCommand } from '../domain/user/user-command.js';
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
  constructor(
    store: IdentityStore,
    @Inject(DATABASE) database: Database,
    @Inject(CLOCK) clock: Clock,
    private readonly keys: DataKeys,
  ) {
    super(userAggregate, { store, database, clock });
  }

  /** With a data key of their own, which comes and goes with the first event. @throws as `create` */
  async add(target: CommandTarget, command: CreateUser): Promise<void> {
    const { key, row } = this.keys.make(userSubject(target.tenantId, target.id));
    await this.create(target, { commands: [command], key, alongside: [row] });
  }
}
