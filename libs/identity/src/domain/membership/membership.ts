import { DomainError } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import type { ChangesStandings } from '../user-standing.js';

export type MembershipEvent =
  | DomainEvent<
      'MembershipCreated',
      ChangesStandings & {
        /** Whose user the member is. */
        readonly homeOrgId: string;
        readonly userId: string;
        /** Of the organization that is entered. */
        readonly roleId: string;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<'MembershipDeleted', ChangesStandings>;

export type Membership = Omit<
  Extract<MembershipEvent, { type: 'MembershipCreated' }>['data'],
  keyof ChangesStandings
>;

export type MembershipCommand =
  | ({ readonly type: 'CreateMembership' } & Omit<Membership, 'createdAtMs'>)
  | { readonly type: 'DeleteMembership' };

export type MembershipState = Membership | 'none' | 'deleted';

/** That a user of another organization may act in this one. */
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
    if (event.type === 'MembershipDeleted') return 'deleted';
    const { standings: _standings, ...membership } = event.data;
    return membership;
  },
};

/** @throws DomainError `not_found`. */
export function existingMembership(state: MembershipState): Membership {
  if (typeof state !== 'string') return state;
  throw new DomainError('not_found', 'There is no member with this id.');
}
