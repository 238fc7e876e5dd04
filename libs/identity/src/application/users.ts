import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate, eraseSubjectWithin, type CommandTarget } from '@svc/event-store';
import { userSubject, type Clock } from '@svc/kernel';
import type { Database, Tx } from '@svc/postgres';
import { awaitedConfirmations, confirmingContexts, DataKeys } from '@svc/privacy';
import type { KeyRing } from '@svc/sealing';
import { CLOCK, DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { IdentityStore } from '../adapters/identity-store.js';
import { userSnapshots } from '../adapters/user-snapshots.js';
import { existingUser, userDecider, type ExistingUser, type UserState } from '../domain/user/user.js';
import type { CreateUser, UserCommand } from '../domain/user/user-command.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { orgIdOf } from '../projections/table-owner.js';
import { temporaryGrantTable } from '../projections/temporary-grant-table.js';
import { userRows, userTables } from '../projections/user-rows.js';
import { forgetStatistics } from '../projections/user-statistics.js';
import { Memberships } from './memberships.js';

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
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly keys: DataKeys,
    private readonly memberships: Memberships,
    @Inject(SUBJECT_KEYS) private readonly ring: KeyRing,
  ) {
    super(userAggregate, { store, database, clock });
  }

  /** Creates the user's data key with the first event. @throws as `create` */
  async add(target: CommandTarget, command: CreateUser): Promise<void> {
    const { key, row } = this.keys.make(userSubject(target.tenantId, target.id));
    await this.create(target, { commands: [command], key, alongside: [row] });
  }

  /**
   * Ends the user together with their key, all that is known of them here, and their memberships. Waits for concurrent
   * writes about the user; later ones find nobody.
   * @param judge refuses by throwing; the function it may return does so in the transaction that ends the user.
   * @throws as `change`
   */
  async end(
    target: CommandTarget,
    judge: (user: ExistingUser) => Promise<((tx: Tx) => Promise<void>) | undefined>,
  ): Promise<void> {
    const subject = userSubject(target.tenantId, target.id);
    const erasure = {
      schema: 'identity',
      tables: [...userTables, temporaryGrantTable],
      subject,
      clock: this.clock,
    };
    await this.change(target, async ({ state }) => {
      const judgeFinally = await judge(existingUser(state));
      return {
        commands: [{ type: 'DeleteUser' }],
        before: async (tx) => {
          await judgeFinally?.(tx);
          await eraseSubjectWithin(tx, erasure);
          const user = { orgId: orgIdOf(target.tenantId), userId: target.id };
          await forgetStatistics(tx, user);
          await this.memberships.endAllOf(tx, user, target.metadata);
        },
        alongside: [
          this.keys.destruction(subject),
          awaitedConfirmations(subject, confirmingContexts, this.clock.now()),
        ],
      };
    });
    this.ring.forget(subject);
    this.keys.forget(subject);
  }
}
