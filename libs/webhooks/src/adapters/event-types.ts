import {
  DeliveryRepeated,
  DestinationCreated,
  DestinationDeleted,
  DestinationRewound,
  DestinationUpdated,
  SecretRotated,
} from '@svc/contracts/webhooks';
import { defineEventTypes, storedEvent } from '@svc/event-store';
import type { DestinationEvent } from '../domain/destination/destination-event.js';
import type { RepetitionEvent } from '../domain/repetition/repetition.js';

export type WebhooksEvent = DestinationEvent | RepetitionEvent;

/** How the events of this context are stored (proto/svc/webhooks/v1/events.proto). */
export const webhooksEventTypes = defineEventTypes<WebhooksEvent>({
  DestinationCreated: storedEvent({ codec: DestinationCreated, visibility: 'private' }),
  DestinationUpdated: storedEvent({ codec: DestinationUpdated, visibility: 'private' }),
  SecretRotated: storedEvent({ codec: SecretRotated, visibility: 'private' }),
  DestinationRewound: storedEvent({ codec: DestinationRewound, visibility: 'private' }),
  DeliveryRepeated: storedEvent({ codec: DeliveryRepeated, visibility: 'private' }),
  DestinationDeleted: storedEvent({ codec: DestinationDeleted, visibility: 'private' }),
});
