import { Controller, Inject } from '@nestjs/common';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { WEBHOOKS, type WebhooksClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { fromDelivery, fromDestination, toStatus } from './webhook-destination-mapping.js';
import { CreatedDestination, RotatedSecret } from './webhook-destination-schemas.js';
import {
  createDestination,
  deleteDestination,
  listDeliveries,
  listDestinations,
  redeliver,
  rewindDestination,
  rotateSecret,
  updateDestination,
} from './webhook-destination.routes.js';

@Controller()
export class WebhookDestinationController {
  constructor(@Inject(WEBHOOKS) private readonly webhooks: WebhooksClient) {}

  @Serves(createDestination)
  async create({ caller, body }: RouteInput<typeof createDestination>) {
    const { destination, secret } = await this.webhooks.createDestination({
      caller,
      url: body.url,
      acceptedTypes: body.accepted_types,
      retryAttempts: body.retry_attempts,
      inConversationOrder: body.in_conversation_order,
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
    const { destination } = await this.webhooks.updateDestination({
      caller,
      destinationId: params.webhook_destination_id,
      url: body.url ?? undefined,
      acceptedTypes: body.accepted_types ? { names: body.accepted_types } : undefined,
      retryAttempts: body.retry_attempts ?? undefined,
      inConversationOrder: body.in_conversation_order ?? undefined,
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

/** protobuf alone can't say that an answer has it. */
function required<Message>(message: Message | undefined): Message {
  if (message !== undefined) return message;
  throw new TypeError('The answer lacks its destination.');
}
