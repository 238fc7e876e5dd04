import type { Decider, DomainEvent, Timed } from '@svc/kernel';

interface RepeatedDelivery {
  readonly destinationId: string;
  /** The cycle that is repeated. */
  readonly deliveryId: string;
}

export type RepetitionEvent = DomainEvent<'DeliveryRepeated', RepeatedDelivery>;

export type RepeatDelivery = RepeatedDelivery & { readonly type: 'RepeatDelivery' };

/** Null until it is asked for. */
export type RepetitionState = RepeatedDelivery | null;

/**
 * That somebody asked for one delivery again, as the log keeps it: the queue and the history forget. A stream for each, named
 * for the new cycle, so that many that are asked for at once keep none of each other waiting.
 */
export const repetitionDecider: Decider<RepetitionState, RepeatDelivery & Timed, RepetitionEvent> = {
  initialState: null,
  decide: (state, { destinationId, deliveryId }) =>
    state ? [] : [{ type: 'DeliveryRepeated', data: { destinationId, deliveryId } }],
  evolve: (_state, { data }) => data,
};
