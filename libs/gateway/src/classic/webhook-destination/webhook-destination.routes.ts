import { z } from 'zod';
import { defineRoute } from '../../route/route.js';
import { forCallers } from '../../route/route-access.js';
import { smallBody } from '../../wire/sizes.js';
import {
  CreateDestination,
  CreatedDestination,
  DeliveryList,
  DeliveryPath,
  Destination,
  DestinationPath,
  ListDeliveries,
  ListDestinations,
  RewindDestination,
  RotatedSecret,
  UpdateDestination,
} from './webhook-destination-schemas.js';

export const createDestination = defineRoute({
  operationId: 'create-webhook-destination',
  method: 'POST',
  path: '/v1/:org/webhook_destination/',
  summary: 'Creates a webhook destination; the answer alone shows its secret.',
  access: forCallers({ requires: ['Webhook:CreateWebhookDestination'] }),
  request: { body: { media: 'json', schema: CreateDestination, mostBytes: smallBody } },
  answer: { status: 201, content: 'json', schema: CreatedDestination },
  errors: ['limit_reached', 'operation_in_progress'],
  perMinute: 20,
  example: { body: { url: 'https://example.com/hook', accepted_types: ['api-key-expiration-soon'] } },
});

export const listDestinations = defineRoute({
  operationId: 'get-webhook-destinations',
  method: 'GET',
  path: '/v1/:org/webhook_destination/',
  summary: 'Lists the webhook destinations that the caller may see, without their secrets.',
  access: forCallers({ asks: ['Webhook:GetWebhookDestination'] }),
  request: { query: ListDestinations },
  answer: {
    status: 200,
    content: 'json',
    schema: z.strictObject({ webhook_destinations: z.array(Destination) }),
  },
  errors: [],
  perMinute: 20,
});

export const updateDestination = defineRoute({
  operationId: 'update-webhook-destination',
  method: 'POST',
  path: '/v1/:org/webhook_destination/:webhook_destination_id',
  summary: 'Changes what a webhook destination is told and how; its URL stays.',
  access: forCallers({ requires: ['Webhook:UpdateWebhookDestination'] }),
  request: {
    params: DestinationPath,
    body: { media: 'json', schema: UpdateDestination, mostBytes: smallBody },
  },
  answer: { status: 200, content: 'json', schema: Destination },
  errors: ['not_found', 'operation_in_progress'],
  perMinute: 20,
  example: { body: { retry_attempts: 5 } },
});

export const deleteDestination = defineRoute({
  operationId: 'delete-webhook-destination',
  method: 'DELETE',
  path: '/v1/:org/webhook_destination/:webhook_destination_id',
  summary: 'Deletes a webhook destination; what is on its way may still come.',
  access: forCallers({ requires: ['Webhook:DeleteWebhookDestination'] }),
  request: { params: DestinationPath },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'operation_in_progress'],
  perMinute: 20,
});

export const rotateSecret = defineRoute({
  operationId: 'rotate-webhook-destination-secret',
  method: 'POST',
  path: '/v1/:org/webhook_destination/:webhook_destination_id/rotate-secret',
  summary: 'Gives a webhook destination a new secret; for 30 minutes the former one signs too.',
  access: forCallers({ requires: ['Webhook:UpdateWebhookDestination'] }),
  request: { params: DestinationPath },
  answer: { status: 200, content: 'json', schema: RotatedSecret },
  errors: ['not_found', 'rotation_too_soon', 'operation_in_progress'],
  perMinute: 20,
});

export const listDeliveries = defineRoute({
  operationId: 'get-webhook-deliveries',
  method: 'GET',
  path: '/v1/:org/webhook_destination/:webhook_destination_id/delivery',
  summary: 'Lists what was delivered in the past 30 days, or failed to be, with each attempt.',
  access: forCallers({ asks: ['Webhook:GetWebhookDeliveries'] }),
  request: { params: DestinationPath, query: ListDeliveries },
  answer: { status: 200, content: 'json', schema: DeliveryList },
  errors: ['not_found'],
  perMinute: 5,
});

export const redeliver = defineRoute({
  operationId: 'redeliver-webhook',
  method: 'POST',
  path: '/v1/:org/webhook_destination/:webhook_destination_id/delivery/:webhook_delivery_id/redeliver',
  summary: 'Delivers one of the past 30 days again, under its idempotent key.',
  access: forCallers({ requires: ['Webhook:UpdateWebhookDestination'] }),
  request: { params: DeliveryPath },
  answer: { status: 201, content: 'json', schema: z.strictObject({ webhook_delivery_id: z.string() }) },
  errors: ['not_found'],
  perMinute: 20,
});

export const rewindDestination = defineRoute({
  operationId: 'rewind-webhook-destination',
  method: 'POST',
  path: '/v1/:org/webhook_destination/:webhook_destination_id/rewind',
  summary: 'Delivers all that was delivered since a time again, at most 30 days back, under the same keys.',
  access: forCallers({ requires: ['Webhook:UpdateWebhookDestination'] }),
  request: {
    params: DestinationPath,
    body: { media: 'json', schema: RewindDestination, mostBytes: smallBody },
  },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'operation_in_progress'],
  perMinute: 5,
  example: { body: { since: '2026-11-20T00:00:00Z' } },
});
