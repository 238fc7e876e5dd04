/** The events that destinations can subscribe to, by the names of the API. */
export const webhookEventTypes = [
  'conversation-post-processing-complete',
  'api-key-expiration-soon',
  'agent-framework-resource-updated',
] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

export function isWebhookEventType(name: string): name is WebhookEventType {
  return (webhookEventTypes as readonly string[]).includes(name);
}
