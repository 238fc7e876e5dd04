import type { DeduplicationStore } from './deduplication.js';
import { parseWebhookEvent, type ParseOptions, type WebhookEvent } from './webhook-event.js';

export interface DedupeOptions<Event extends WebhookEvent> extends ParseOptions<Event> {
  readonly store: DeduplicationStore;
}

/** `duplicate`: it was handled before, so acknowledge it. `busy`: it is being handled, and may fail, so let it come again. */
export type WebhookOutcome = 'handled' | 'duplicate' | 'busy';

/**
 * Verifies and reads a webhook, and handles it once for each key.
 * @param handle where it throws, the key is free again
 * @throws WebhookVerificationError as `parseWebhookEvent`, with nothing claimed; what `handle` throws
 */
export async function verifyAndDedupe<Event extends WebhookEvent = WebhookEvent>(
  { store, ...options }: DedupeOptions<Event>,
  handle: (event: Event) => void | Promise<void>,
): Promise<WebhookOutcome> {
  const event = await parseWebhookEvent(options);
  const key = event.idempotent_key;
  const claim = await store.claim(key);
  if (claim !== 'new') return claim === 'done' ? 'duplicate' : 'busy';
  try {
    await handle(event);
  } catch (error) {
    // A store that fails too must not hide why the first failed: a claim ends by itself.
    await (async () => store.release(key))().catch(() => undefined);
    throw error;
  }
  await store.complete(key);
  return 'handled';
}
