import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import { organizationTenant, userSubject, type Clock, type EventMetadata } from '@svc/kernel';
import type { Database, Tx } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { IdentityStore } from '../adapters/identity-store.js';
import {
  membershipDecider,
  type MembershipCommand,
  type MembershipEvent,
  type MembershipState,
} from '../domain/membership/membership.js';
import { lockMembershipsOf, type HomeUser } from '../projections/membership-query.js';
import { membershipRows } from '../projections/membership-rows.js';
import { membershipTable } from '../projections/membership-table.js';

export const membershipAggregate = defineAggregate<MembershipState, MembershipCommand, MembershipEvent>({
  category: 'membership',
  decider: membershipDecider,
  // A record about the member, who is a user at home.
  subject: ({ after }) =>
    typeof after === 'string' ? null : userSubject(organizationTenant(after.homeOrgId), after.userId),
  rows: membershipRows,
  tables: [membershipTable],
});

/** Streams of the entered organization, by the user ids of its members. */
@Injectable()
export class Memberships extends CommandHandler<MembershipState, MembershipCommand, MembershipEvent> {
  constructor(store: IdentityStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(membershipAggregate, { store, database, clock });
  }

  /** Ends all memberships of a user, in the transaction that ends the user. @throws as `change` */
  async endAllOf(tx: Tx, user: HomeUser, metadata: EventMetadata): Promise<void> {
    const subject = userSubject(organizationTenant(user.orgId), user.userId);
    for (const orgId of await lockMembershipsOf(tx, user, subject)) {
      const target = { tenantId: organizationTenant(orgId), id: user.userId, metadata, tx };
      // Somebody may have ended it since the query.
      await this.change(target, ({ state }) => ({
        commands: typeof state === 'string' ? [] : [{ type: 'DeleteMembership' }],
      }));
    }
  }
}
