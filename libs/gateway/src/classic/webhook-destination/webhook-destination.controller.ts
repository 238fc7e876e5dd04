import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { WEBHOOKS, type WebhooksClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { requestFields } from '../../wire/request-fields.js';
import { required } from '../../wire/required.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { smallBody } from '../../wire/sizes.js';
import { fromDelivery, fromDestination, toStatus } from './webhook-destination-mapping.js';
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

const createDestination = defineRoute({
  operationId: 'create-webhook-destination',
  method: 'POST',
  path: '/v1/:org/webhook_destination/',
  summary: 'Creates a webhook destination; only this response shows its secret.',
  access: forCallers({ requires: ['Webhook:CreateWebhookDestination'] }),
  request: { body: { media: 'json', schema: CreateDestination, maxBytes: smallBody } },
  answer: { status: 201, content: 'json', schema: CreatedDestination },
  errors: ['limit_reached', 'operation_in_progress'],
  perMinute: 20,
  example: { body: { url: 'https://example.com/hook', accepted_types: ['api-key-expiration-soon'] } },
});

const listDestinations = defineRoute({
  operationId: 'get-webhook-destinations',
  method: 'GET',
  path: '/v1/:org/webhook_destination/',
  summary: 'Lists the webhook destinations that the caller may see, without their secrets.',
  access: forCallers({ asks: ['Webhook:GetWebhookDestination'] }),
  request: { query: ListDestinations },
  answer: {
    status: 200,
    content: 'json',
    schema: named('WebhookDestinationList', z.strictObject({ webhook_destinations: z.array(Destination) })),
  },
  errors: [],
  perMinute: 20,
});

const updateDestination = defineRoute({
  operationId: 'update-webhook-destination',
  method: 'POST',
  path: '/v1/:org/webhook_destination/:webhook_destination_id',
  summary: 'Changes what a webhook destination is told and how; its URL stays.',
  access: forCallers({ requires: ['Webhook:UpdateWebhookDestination'] }),
  request: {
    params: DestinationPath,
    body: { media: 'json', schema: UpdateDestination, maxBytes: smallBody },
  },
  answer: { status: 200, content: 'json', schema: Destination },
  errors: ['not_found', 'operation_in_progress'],
  perMinute: 20,
  example: { body: { retry_attempts: 5 } },
});

const deleteDestination = defineRoute({
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

const rotateSecret = defineRoute({
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

const listDeliveries = defineRoute({
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

const redeliver = defineRoute({
  operationId: 'redeliver-webhook',
  method: 'POST',
  path: '/v1/:org/webhook_destination/:webhook_destination_id/delivery/:webhook_delivery_id/redeliver',
  summary: 'Delivers one of the past 30 days again, under its idempotent key.',
  access: forCallers({ requires: ['Webhook:UpdateWebhookDestination'] }),
  request: { params: DeliveryPath },
  answer: {
    status: 201,
    content: 'json',
    schema: named('RedeliveredWebhook', z.strictObject({ webhook_delivery_id: z.string() })),
  },
  errors: ['not_found'],
  perMinute: 20,
});

const rewindDestination = defineRoute({
  operationId: 'rewind-webhook-destination',
  method: 'POST',
  path: '/v1/:org/webhook_destination/:webhook_destination_id/rewind',
  summary: 'Delivers all that was delivered since a time again, at most 30 days back, under the same keys.',
  access: forCallers({ requires: ['Webhook:UpdateWebhookDestination'] }),
  request: {
    params: DestinationPath,
    body: { media: 'json', schema: RewindDestination, maxBytes: smallBody },
  },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'operation_in_progress'],
  perMinute: 5,
  example: { body: { since: '2026-11-20T00:00:00Z' } },
});

@Controller()
export class WebhookDestinationController {
  constructor(@Inject(WEBHOOKS) private readonly webhooks: WebhooksClient) {}

  @Serves(createDestination)
  async create({ caller, body }: RouteInput<typeof createDestination>) {
    const { destination, secret } = await this.webhooks.createDestination({
      caller,
      ...requestFields(body),
    });
    const created = fromDestination(required(destination));
    return shown(CreatedDestination, { ...created, webhook_destination_id: created.id, secret });
  }

  @Serves(listDestinations)
  async list({ caller, query }: RouteInput<typeof listDestinations>) {
    const { destinations } = await this.webhooks.listDestinations({ caller, destinationIds: query.id });
    return { webhook_destinations: destinations.map(fromDestination) };
  }

  @Serves(updateDestination)
  async update({ caller, params, body }: RouteInput<typeof updateDestination>) {
    const { accepted_types: names, ...settings } = body;
    const { destination } = await this.webhooks.updateDestination({
      caller,
      destinationId: params.webhook_destination_id,
      ...requestFields(settings),
      acceptedTypes: names ? { names } : undefined,
    });
    return fromDestination(required(destination));
  }

  @Serves(deleteDestination)
  async delete({ caller, params }: RouteInput<typeof deleteDestination>) {
    await this.webhooks.deleteDestination({ caller, destinationId: params.webhook_destination_id });
  }

  @Serves(rotateSecret)
  async rotate({ caller, params }: RouteInput<typeof rotateSecret>) {
    const rotated = await this.webhooks.rotateSecret({
      caller,
      destinationId: params.webhook_destination_id,
    });
    return shown(RotatedSecret, sameNames(rotated));
  }

  @Serves(listDeliveries)
  async deliveries({ caller, params, query }: RouteInput<typeof listDeliveries>) {
    const { deliveries, page } = await this.webhooks.listDeliveries({
      caller,
      destinationId: params.webhook_destination_id,
      status: query.status && toStatus[query.status],
      eventType: query.type,
      createdAfterMs: query.created_after,
      createdBeforeMs: query.created_before,
      sortBy: query.sort_by,
      page: toPage(query),
    });
    return { webhook_deliveries: deliveries.map(fromDelivery), ...fromPageInfo(page, query) };
  }

  @Serves(redeliver)
  async redeliver({ caller, params }: RouteInput<typeof redeliver>) {
    const { deliveryId } = await this.webhooks.redeliver({
      caller,
      destinationId: params.webhook_destination_id,
      deliveryId: params.webhook_delivery_id,
    });
    return { webhook_delivery_id: deliveryId };
  }

  @Serves(rewindDestination)
  async rewind({ caller, params, body }: RouteInput<typeof rewindDestination>) {
    await this.webhooks.rewindDestination({
      caller,
      destinationId: params.webhook_destination_id,
      sinceMs: body.since,
    });
  }
}
