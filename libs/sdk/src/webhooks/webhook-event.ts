import { WebhookVerificationError } from './webhook-verification-error.js';
import { verifyWebhookSignature, type WebhookSignature } from './verify-signature.js';

/** What every event has. */
export interface WebhookEvent {
  readonly type: string;
  /** The same for each repetition: act once for each. */
  readonly idempotent_key: string;
  readonly [field: string]: unknown;
}

export interface ParseOptions<Event extends WebhookEvent> extends WebhookSignature {
  /** `x-svc-idempotent-key`: must equal the key in the body. */
  readonly idempotentKey?: string;
  readonly expectedType?: string;
  readonly reviver?: (key: string, value: unknown) => unknown;
  /** Throws where the event is not as expected, or gives it with its type. */
  readonly validate?: (event: WebhookEvent) => Event;
}

/**
 * Verifies a webhook, then reads it.
 * @throws WebhookVerificationError where it is not genuine, is no event, has another type or another key than the header
 */
export async function parseWebhookEvent<Event extends WebhookEvent = WebhookEvent>(
  options: ParseOptions<Event>,
): Promise<Event> {
  await verifyWebhookSignature(options);
  const { payload, idempotentKey, expectedType, reviver, validate } = options;
  const event = readEvent(payload, reviver);
  if (expectedType !== undefined && event.type !== expectedType)
    throw new WebhookVerificationError(`This is a webhook of type ${event.type}, not ${expectedType}.`);
  if (idempotentKey !== undefined && event.idempotent_key !== idempotentKey)
    throw new WebhookVerificationError('The key in the body is not that of the header.');
  return validate ? validate(event) : (event as Event);
}

function readEvent(
  payload: string | Uint8Array,
  reviver: ((key: string, value: unknown) => unknown) | undefined,
): WebhookEvent {
  let event: unknown;
  try {
    const text =
      typeof payload === 'string' ? payload : new TextDecoder('utf-8', { fatal: true }).decode(payload);
    event = JSON.parse(text, reviver);
  } catch (cause) {
    throw new WebhookVerificationError('The body is no JSON.', { cause });
  }
  if (isEvent(event)) return event;
  throw new WebhookVerificationError('The body is no event: it lacks its type or its idempotent_key.');
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { type, idempotent_key: key } = value as Partial<WebhookEvent>;
  return typeof type === 'string' && typeof key === 'string';
}
