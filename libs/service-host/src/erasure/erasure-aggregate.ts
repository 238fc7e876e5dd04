import { defineAggregate } from '@svc/event-store';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';

/** Of each context that keeps anything of persons, by its own message of this name. Public. */
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
 * That a subject was erased in a context: a stream for each time. So one that is said again because the context or identity
 * was restored from a backup contradicts nothing that consumers know. For the list of the context's aggregates.
 */
export const erasureAggregate = defineAggregate<ErasureState, ConfirmErasure, SubjectErasedEvent>({
  category: 'erasure',
  decider: erasureDecider,
  subject: ({ after }) => (after === 'open' ? null : after.subject),
});
