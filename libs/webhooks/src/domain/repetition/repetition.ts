import type { Decider, DomainEvent, Timed } from '@svc/kernel';

interface RepeatedDelivery {
  readonly destinationId: string;
  /** The cycle to repeat. */
  readonly deliveryId: string;
}

export type RepetitionEvent = DomainEvent<'DeliveryRepeated', RepeatedDelivery>;

export type RepeatDelivery = RepeatedDelivery & { readonly type: 'RepeatDelivery' };

/** Null until it is requested. */
export type RepetitionState = RepeatedDelivery | null;

/**
 * A request to deliver one delivery again, kept in the log because queue and history drop theirs. Each has its own
 * stream, named after the new cycle, so that concurrent requests don't wait for each other.
 */
export const repetitionDecider: Decider<RepetitionState, RepeatDelivery & Timed, RepetitionEvent> = {
  initialState: null,
  decide: (state, { destinationId, deliveryId }) =>
    state ? [] : [{ type: 'DeliveryRepeated', data: { destinationId, deliveryId } }],
  evolve: (_state, { data }) => data,
};
