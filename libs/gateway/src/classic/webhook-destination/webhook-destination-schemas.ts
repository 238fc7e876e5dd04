import { z } from 'zod';
import { named, withFacts } from '../../wire/documented.js';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { oid, repeated } from '../../wire/query.js';
import { str1 } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';

/** Event types that destinations can subscribe to; webhooks checks them. */
const eventType = withFacts(str1, {
  enum: [
    'conversation-post-processing-complete',
    'api-key-expiration-soon',
    'agent-framework-resource-updated',
  ],
});
const acceptedTypes = z.array(eventType).max(100);
/** https, or http if the installer allows it. */
const address = withFacts(str1, {
  format: 'uri',
  maxLength: 2_083,
  description: 'https, as in the published interface; http only where the installer allows it.',
});
const retryAttempts = z.int().min(1).max(5);

export const CreateDestination = named(
  'CreateWebhookDestinationRequest',
  z.object({
    url: address,
    accepted_types: acceptedTypes,
    /** Including the first attempt. */
    retry_attempts: retryAttempts.default(3),
    /** Whether a delivery of a conversation, or of a definition, waits for the earlier ones. */
    in_conversation_order: z.boolean().default(false),
  }),
);

export const ListDestinations = z.object({ id: repeated(oid) });

/** Null and missing fields stay unchanged. */
export const UpdateDestination = named(
  'UpdateWebhookDestinationRequest',
  z.object({
    /** Never changes: another value is rejected. */
    url: address.nullish(),
    accepted_types: acceptedTypes.nullish(),
    retry_attempts: retryAttempts.nullish(),
    in_conversation_order: z.boolean().nullish(),
  }),
);

export const DestinationPath = z.object({ webhook_destination_id: oid });
export const DeliveryPath = z.object({ webhook_destination_id: oid, webhook_delivery_id: oid });

export const Destination = named(
  'WebhookDestination',
  z.strictObject({
    id: z.string(),
    url: withFacts(z.string(), { format: 'uri' }),
    accepted_types: z.array(z.string()),
    retry_attempts: z.int(),
    in_conversation_order: z.boolean(),
    secret_generated_at: wireTime,
  }),
);

/** The only response that shows the secret. */
export const CreatedDestination = named(
  'CreatedWebhookDestination',
  z.strictObject({
    ...Destination.shape,
    webhook_destination_id: z.string(),
    secret: z.string(),
  }),
);

/** Both secrets sign until then. */
export const RotatedSecret = named(
  'RotatedWebhookSecret',
  z.strictObject({ secret: z.string(), dual_signing_stops_at: wireTime }),
);

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

export const ListDeliveries = z.object({
  status: z.enum(['success', 'failed']).optional(),
  type: str1.optional(),
  created_after: moment.optional(),
  created_before: moment.optional(),
  sort_by: sortParameter(['type', 'status', 'created_at']),
  ...pageParameters(0, 50, 50),
});

/** Deliveries since this time are sent again. */
export const RewindDestination = named('RewindWebhookDestinationRequest', z.object({ since: moment }));

export const Delivery = named(
  'WebhookDelivery',
  z.strictObject({
    id: z.string(),
    type: z.string(),
    /** The body as sent. */
    webhook_content: z.record(z.string(), z.unknown()),
    status: z.enum(['success', 'failed']),
    delivery_attempts: z.array(
      named(
        'WebhookDeliveryAttempt',
        z.strictObject({
          delivery_time: wireTime,
          /** 0: no response. */
          status_code: z.int(),
          /** Until the status line or the error. */
          latency_ms: z.int(),
          /** Why there was no response. */
          error: z.string().nullable(),
          request_id: z.string(),
        }),
      ),
    ),
    dual_signed: z.boolean(),
    created_at: wireTime,
    /** The same for all cycles of one event. */
    idempotent_key: z.string(),
  }),
);

export const DeliveryList = named(
  'WebhookDeliveryList',
  z.strictObject({ webhook_deliveries: z.array(Delivery), ...pageKeys }),
);
