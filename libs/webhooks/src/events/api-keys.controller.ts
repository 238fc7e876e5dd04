import type { ApiKeyExpirationApproached } from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import type { EffectHandling, ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';
import { DeliveryEmitter } from '../delivery/delivery-emitter.js';

/** Notifies destinations of API keys that expire soon. */
@EventController('api-keys')
export class ApiKeysController {
  constructor(private readonly deliveries: DeliveryEmitter) {}

  @OnBatch(identityEvents.ApiKeyExpirationApproached)
  async expiring(
    events: readonly ReceivedEvent<ApiKeyExpirationApproached>[],
    { tx }: EffectHandling,
  ): Promise<void> {
    await this.deliveries.emit(
      tx,
      events.map(({ tenantId, eventId, data: { apiKeyId, name, expiresAtMs } }) => ({
        tenantId,
        type: 'api-key-expiration-soon',
        eventId,
        subject: null,
        orderKey: null,
        workspaceTenant: null,
        fields: {
          api_key_id: apiKeyId,
          api_key_name: name ?? null,
          expires_at: new Date(expiresAtMs).toISOString(),
        },
      })),
    );
  }
}
