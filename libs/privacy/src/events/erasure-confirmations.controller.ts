import type { SubjectErased } from '@svc/contracts/conversations';
import { conversationsEvents, memoryEvents, worldEvents } from '@svc/contracts/public-events';
import type { EffectHandling, ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';
import { confirmErasures } from '../adapters/erasure-confirmations.js';

/** Records the confirmations of erasures. Consumes SubjectErased of each of `confirmingContexts`. */
@EventController('erasure-confirmations')
export class ErasureConfirmationsController {
  @OnBatch(conversationsEvents.SubjectErased, memoryEvents.SubjectErased, worldEvents.SubjectErased)
  async erased(events: readonly ReceivedEvent<SubjectErased>[], { tx }: EffectHandling): Promise<void> {
    const confirmed = events.map(({ source, data, occurredAtMs }) => ({
      subject: data.subject,
      context: source,
      confirmedAtMs: occurredAtMs,
    }));
    await confirmErasures(tx, confirmed);
  }
}
