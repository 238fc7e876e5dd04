import type {
  MembershipCreated,
  MembershipDeleted,
  UserCreated,
  UserDeleted,
  UserPreferencesChanged,
  UserRoleAssigned,
} from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import type { EffectHandling, ReceivedEvent, StreamRef } from '@svc/event-bus';
import { EventController, OnBatch, OnResync } from '@svc/event-bus/nest';
import { userOfSubject } from '@svc/kernel';
import { applyStandings, takeStandingsBack, type AppliedStanding } from '../projections/user-standings.js';

type ChangesStandings =
  | UserCreated
  | UserPreferencesChanged
  | UserRoleAssigned
  | UserDeleted
  | MembershipCreated
  | MembershipDeleted;

/** Keeps how users stand in their organizations, so that lists of conversations ask identity for nothing. */
@EventController('user-standings')
export class UserStandingsController {
  @OnBatch<ChangesStandings>(
    identityEvents.UserCreated,
    identityEvents.UserPreferencesChanged,
    identityEvents.UserRoleAssigned,
    identityEvents.UserDeleted,
    identityEvents.MembershipCreated,
    identityEvents.MembershipDeleted,
  )
  async changed(events: readonly ReceivedEvent<ChangesStandings>[], { tx }: EffectHandling): Promise<void> {
    await applyStandings(tx, events.flatMap(standingsOf));
  }

  @OnResync()
  async forget({ streamId }: StreamRef, { tx }: EffectHandling): Promise<void> {
    await takeStandingsBack(tx, streamId);
  }
}

function standingsOf({ streamId, subject, data }: ReceivedEvent<ChangesStandings>): AppliedStanding[] {
  const user = subject === null ? null : userOfSubject(subject);
  if (user === null) return [];
  return data.standings.map(({ orgId, number, roleId, conversationsVisibleToAdmins: isVisible }) => ({
    orgId,
    number,
    streamId,
    userId: user.userId,
    roleId: roleId ?? null,
    isVisibleToAdmins: isVisible,
  }));
}
