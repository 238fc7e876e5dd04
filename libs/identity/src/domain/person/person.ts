import type { Decider, DomainEvent, Timed } from '@svc/kernel';

export type PersonEvent = DomainEvent<'PersonErased', Readonly<Record<never, never>>>;

export interface ErasePerson {
  readonly type: 'ErasePerson';
}

/** Of living people identity keeps the key alone. */
export type PersonState = 'living' | 'erased';

/** An entity of a workspace, most often a person. */
export const personDecider: Decider<PersonState, ErasePerson & Timed, PersonEvent> = {
  initialState: 'living',
  decide: (state) => (state === 'living' ? [{ type: 'PersonErased', data: {} }] : []),
  evolve: () => 'erased',
};
