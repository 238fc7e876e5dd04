import { defineAggregate } from '@svc/event-store';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';

/** Each context that stores personal data has its own proto of this name. Public. */
export type SubjectErasedEvent = DomainEvent<'SubjectErased', { readonly subject: string }>;

export interface ConfirmErasure {
  readonly type: 'ConfirmErasure';
  readonly subject: string;
}

export type ErasureState = SubjectErasedEvent['data'] | 'open';

const erasureDecider: Decider<ErasureState, ConfirmErasure & Timed, SubjectErasedEvent> = {
  initialState: 'open',
  decide: (state, { subject }) => (state === 'open' ? [{ type: 'SubjectErased', data: { subject } }] : []),
  evolve: (_state, { data }) => data,
};

/**
 * Records that a subject was erased in a context, in a new stream each time. So a repeat after a restore of the context
 * or of identity contradicts nothing that consumers know. For the list of the context's aggregates.
 */
export const erasureAggregate = defineAggregate<ErasureState, ConfirmErasure, SubjectErasedEvent>({
  category: 'erasure',
  decider: erasureDecider,
  subject: ({ after }) => (after === 'open' ? null : after.subject),
});
