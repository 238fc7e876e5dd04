import {
  DeliveryRepeated,
  DestinationCreated,
  DestinationDeleted,
  DestinationRewound,
  DestinationUpdated,
  SecretRotated,
} from '@svc/contracts/webhooks';
import { defineEventTypes, eventType } from '@svc/event-store';
import type { DestinationEvent } from '../domain/destination/destination-event.js';
import type { RepetitionEvent } from '../domain/repetition/repetition.js';

/** Every event of this context. */
export type WebhooksEvent = DestinationEvent | RepetitionEvent;
type DataOf<Type extends WebhooksEvent['type']> = Extract<WebhooksEvent, { type: Type }>['data'];

/** How the events of this context are stored (proto/svc/webhooks/v1/events.proto). */
export const webhooksEventTypes = defineEventTypes<WebhooksEvent>({
  DestinationCreated: eventType<DataOf<'DestinationCreated'>, DestinationCreated>({
    codec: DestinationCreated,
    visibility: 'private',
    toMessage: (data) => ({ ...data, acceptedTypes: [...data.acceptedTypes] }),
    fromMessage: (message) => message,
  }),
  DestinationUpdated: eventType<DataOf<'DestinationUpdated'>, DestinationUpdated>({
    codec: DestinationUpdated,
    visibility: 'private',
    toMessage: (data) => ({ ...data, acceptedTypes: [...data.acceptedTypes] }),
    fromMessage: (message) => message,
  }),
  SecretRotated: eventType<DataOf<'SecretRotated'>, SecretRotated>({
    codec: SecretRotated,
    visibility: 'private',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  DestinationRewound: eventType<DataOf<'DestinationRewound'>, DestinationRewound>({
    codec: DestinationRewound,
    visibility: 'private',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  DeliveryRepeated: eventType<DataOf<'DeliveryRepeated'>, DeliveryRepeated>({
    codec: DeliveryRepeated,
    visibility: 'private',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  DestinationDeleted: eventType<DataOf<'DestinationDeleted'>, DestinationDeleted>({
    codec: DestinationDeleted,
    visibility: 'private',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
});
