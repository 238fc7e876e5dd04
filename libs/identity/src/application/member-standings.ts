import type { AggregateChange } from '@svc/event-store';
import type { Tx } from '@svc/postgres';
import type { MembershipEvent, MembershipState } from '../domain/membership/membership.js';
import type { UserStanding } from '../domain/user-standing.js';
import { holdUser } from '../projections/membership-queries.js';
import { nextStandingNumbers } from '../projections/standing-counter.js';
import { orgIdOf } from '../projections/table-owner.js';

type Completion = (tx: Tx) => Promise<readonly MembershipEvent[]>;

/** Numbers the beginning and the end of a membership: both make the member stand differently in the organization entered. */
export function numberedMembershipEvents({
  tenantId,
  after,
  events,
}: AggregateChange<MembershipState, MembershipEvent>): Completion {
  const orgId = orgIdOf(tenantId);
  return async (tx) => {
    const begun = typeof after === 'string' ? null : after;
    // What they let administrators see stands at home, and does not change before this is committed.
    const user = begun && (await holdUser(tx, { orgId: begun.homeOrgId, userId: begun.userId }));
    const number = (await nextStandingNumbers(tx, [orgId])).get(orgId) ?? 0;
    const standing: UserStanding = {
      orgId,
      number,
      roleId: begun?.roleId ?? null,
      conversationsVisibleToAdmins: user?.conversationsVisibleToAdmins ?? false,
    };
    return events.map(
      (event) => ({ ...event, data: { ...event.data, standings: [standing] } }) as MembershipEvent,
    );
  };
}
