import { DomainError } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';

export type MembershipEvent =
  | DomainEvent<
      'MembershipCreated',
      {
        /** The home organization of the member. */
        readonly homeOrgId: string;
        readonly userId: string;
        /** Of the organization that is entered. */
        readonly roleId: string;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<'MembershipDeleted', Readonly<Record<never, never>>>;

export type Membership = Extract<MembershipEvent, { type: 'MembershipCreated' }>['data'];

export type MembershipCommand =
  | ({ readonly type: 'CreateMembership' } & Omit<Membership, 'createdAtMs'>)
  | { readonly type: 'DeleteMembership' };

export type MembershipState = Membership | 'none' | 'deleted';

/** The right of a user of another organization to act in this one. */
export const membershipDecider: Decider<MembershipState, MembershipCommand & Timed, MembershipEvent> = {
  initialState: 'none',

  decide(state, command) {
    switch (command.type) {
      case 'CreateMembership': {
        const { type: _type, atMs, ...membership } = command;
        return [{ type: 'MembershipCreated', data: { ...membership, createdAtMs: atMs } }];
      }
      case 'DeleteMembership':
        existingMembership(state);
        return [{ type: 'MembershipDeleted', data: {} }];
    }
  },

  evolve(_state, event) {
    return event.type === 'MembershipDeleted' ? 'deleted' : event.data;
  },
};

/** @throws DomainError `not_found`. */
export function existingMembership(state: MembershipState): Membership {
  if (typeof state !== 'string') return state;
  throw new DomainError('not_found', 'There is no member with this id.');
}
