import type { PersonErased, UserDeleted } from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import type { EffectHandling, ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';

/** Ends what waits to be sent about people who were erased: retries could go on for minutes, and a backlog for days. */
@EventController('erasure')
export class ErasureController {
  @OnBatch(identityEvents.UserDeleted, identityEvents.PersonErased)
  async erased(
    events: readonly ReceivedEvent<UserDeleted | PersonErased>[],
    { tx }: EffectHandling,
  ): Promise<void> {
    await tx.query({
      name: 'webhooks.delete_deliveries_of_subjects',
      text: 'DELETE FROM webhooks.pending_delivery WHERE subject = ANY($1::text[])',
      values: [events.flatMap(({ subject }) => subject ?? [])],
    });
  }
}
