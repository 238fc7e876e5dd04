import type { AggregateChange } from '@svc/event-store';
import { userSubject } from '@svc/kernel';
import type { Tx } from '@svc/postgres';
import type { UserStanding } from '../domain/user-standing.js';
import type { UserState } from '../domain/user/user.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { lockMembershipsOf, selectMembershipsOf } from '../projections/membership-queries.js';
import { nextStandingNumbers } from '../projections/standing-counter.js';
import { orgIdOf } from '../projections/table-owner.js';

type UserChange = AggregateChange<UserState, UserEvent>;
type Completion = (tx: Tx) => Promise<readonly UserEvent[]>;

/** Numbers a change that makes the user stand differently, in each organization where they do. */
export function numberedUserEvents(change: UserChange): Completion | undefined {
  const { before, events } = change;
  const carrier = events.find((event) => changesStanding(event, before));
  if (!carrier) return undefined;
  return async (tx) => {
    const standings = await standingsOf(tx, change);
    const completed = { ...carrier, data: { ...carrier.data, standings } } as UserEvent;
    return events.map((event) => (event === carrier ? completed : event));
  };
}

/** One event of an append does at most: each command of a user changes either the role or the preferences. */
function changesStanding(event: UserEvent, before: UserState): boolean {
  switch (event.type) {
    case 'UserCreated':
    case 'UserRoleAssigned':
    case 'UserDeleted':
      return true;
    case 'UserPreferencesChanged':
      return (
        typeof before !== 'string' &&
        before.preferences.conversationsVisibleToAdmins !==
          event.data.preferences.conversationsVisibleToAdmins
      );
    default:
      return false;
  }
}

async function standingsOf(tx: Tx, { tenantId, id, before, after }: UserChange): Promise<UserStanding[]> {
  const home = { orgId: orgIdOf(tenantId), roleId: typeof after === 'string' ? null : after.roleId };
  const user = { ...home, userId: id };
  // Nobody waits for the subject while holding the row, nor for the row while holding a number: as in an erasure.
  const memberships =
    typeof before === 'string' ? [] : await lockMembershipsOf(tx, user, userSubject(tenantId, id));
  const isVisible = typeof after !== 'string' && after.preferences.conversationsVisibleToAdmins;
  const hasVisibilityChanged =
    typeof before !== 'string' &&
    typeof after !== 'string' &&
    before.preferences.conversationsVisibleToAdmins !== isVisible;
  const places = hasVisibilityChanged ? [home, ...memberships] : [home];
  const numbers = await nextStandingNumbers(
    tx,
    places.map(({ orgId }) => orgId),
  );
  // Who ends a membership has a number there too: one that came before these is committed by now, and seen.
  const rolesNow = new Map(
    places.length > 1
      ? (await selectMembershipsOf(tx, user)).map(({ orgId, roleId }) => [orgId, roleId])
      : [],
  );
  return places.map((place) => {
    const roleId = place === home ? home.roleId : (rolesNow.get(place.orgId) ?? null);
    return {
      orgId: place.orgId,
      number: numbers.get(place.orgId) ?? 0,
      roleId,
      conversationsVisibleToAdmins: isVisible && roleId !== null,
    };
  });
}
