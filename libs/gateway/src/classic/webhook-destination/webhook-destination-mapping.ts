import {
  DeliveryStatus,
  type Delivery as DeliveryProto,
  type Destination as DestinationProto,
} from '@svc/contracts/webhooks';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { toWireTime } from '../../wire/times.js';
import { Delivery, Destination } from './webhook-destination-schemas.js';

export const toStatus = {
  success: DeliveryStatus.DELIVERY_STATUS_SUCCESS,
  failed: DeliveryStatus.DELIVERY_STATUS_FAILED,
} as const;

export function fromDestination({ destinationId, ...rest }: DestinationProto) {
  return shown(Destination, { ...sameNames(rest), id: destinationId });
}

export function fromDelivery(delivery: DeliveryProto) {
  const { deliveryId, eventType, body, status, attempts, idempotencyKey, ...rest } = delivery;
  return shown(Delivery, {
    ...sameNames(rest),
    id: deliveryId,
    type: eventType,
    webhook_content: JSON.parse(body) as Record<string, unknown>,
    status: status === DeliveryStatus.DELIVERY_STATUS_SUCCESS ? ('success' as const) : ('failed' as const),
    delivery_attempts: attempts.map(({ atMs, ...attempt }) => ({
      delivery_time: toWireTime(atMs),
      ...sameNames(attempt),
    })),
    idempotent_key: idempotencyKey,
  });
}
