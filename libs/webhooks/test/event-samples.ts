import type { WebhooksEvent } from '../src/adapters/event-types.js';

const settings = {
  acceptedTypes: ['api-key-expiration-soon', 'agent-framework-resource-updated'],
  retryAttempts: 3,
  inConversationOrder: true,
};

/** Every type of event, with and without its optional fields. */
export const eventSamples: readonly WebhooksEvent[] = [
  {
    type: 'DestinationCreated',
    data: {
      destinationId: 'a',
      url: 'https://example.com/hook',
      ...settings,
      secretId: 's1',
      createdAtMs: 1_700_000_000_123,
    },
  },
  { type: 'DestinationUpdated', data: settings },
  { type: 'DestinationUpdated', data: { acceptedTypes: [], retryAttempts: 1, inConversationOrder: false } },
  {
    type: 'SecretRotated',
    data: { secretId: 's2', rotatedAtMs: 1_700_000_000_123, dualSigningStopsAtMs: 1_700_001_800_123 },
  },
  { type: 'DestinationRewound', data: { sinceMs: 1_700_000_000_123, untilMs: 1_700_000_000_999 } },
  { type: 'DestinationDeleted', data: {} },
  { type: 'DeliveryRepeated', data: { destinationId: 'a', deliveryId: '0123456789abcdef01234567' } },
];
