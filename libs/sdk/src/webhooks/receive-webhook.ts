import { MemoryDeduplicationStore, type DeduplicationStore } from './deduplication.js';
import { verifyAndDedupe } from './verify-and-dedupe.js';
import type { WebhookEvent } from './webhook-event.js';
import { WebhookVerificationError } from './webhook-verification-error.js';

export interface WebhookReceiverOptions {
  /** The secret of the destination; a function where it may change. */
  readonly secret: string | (() => string | Promise<string>);
  /**
   * Called once for each event. Where it throws, the delivery is answered with 500, and comes again. The sender waits 10 s:
   * store the event here, and act on it later.
   */
  readonly onEvent: (event: WebhookEvent) => void | Promise<void>;
  /** Default: the memory of this process. */
  readonly store?: DeduplicationStore;
  /** Hears of what was refused or could not be handled. */
  readonly onError?: (error: unknown) => void;
  /** Default: 1 MiB. */
  readonly maxBytes?: number;
  /** How far the timestamp may be from now. Default: 5 minutes. */
  readonly maxAgeMs?: number;
  /** The word in `x-svc-request-signature`, where the service was installed with another (`SVC_HEADER_WORD`). Default: svc. */
  readonly headerWord?: string;
}

export interface ReceivedWebhook {
  /** By name, in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly payload: Uint8Array | string;
}

/** What the sender is told. */
export interface WebhookAnswer {
  readonly status: 200 | 401 | 409 | 500;
  readonly body: string;
}

export const defaultMaxBytes = 1_048_576;
const signedNames = ['request-signature', 'request-timestamp', 'idempotent-key'];
const statuses = { handled: 200, duplicate: 200, busy: 409 } as const;

/** What all handlers do, whatever they are called by. Never throws. */
export function webhookReceiver({
  secret,
  onEvent,
  store = new MemoryDeduplicationStore(),
  onError,
  maxAgeMs,
  headerWord = 'svc',
}: WebhookReceiverOptions): (received: ReceivedWebhook) => Promise<WebhookAnswer> {
  return async ({ header, payload }) => {
    let isGenuine = false;
    const handle = (event: WebhookEvent) => {
      isGenuine = true;
      return onEvent(event);
    };
    try {
      const [signature, timestamp, idempotentKey] = signedNames.map((name) =>
        header(`x-${headerWord}-${name}`),
      );
      if (!signature || !timestamp || !idempotentKey)
        throw new WebhookVerificationError('The signature, the timestamp or the key is missing.');
      const webhook = {
        ...{ payload, signature, timestamp, idempotentKey, store },
        secret: typeof secret === 'function' ? await secret() : secret,
        ...(maxAgeMs !== undefined && { maxAgeMs }),
      };
      const outcome = await verifyAndDedupe(webhook, handle);
      return { status: statuses[outcome], body: outcome };
    } catch (error) {
      onError?.(error);
      if (error instanceof WebhookVerificationError && !isGenuine)
        return { status: 401, body: 'not verified' };
      return { status: 500, body: 'not handled' };
    }
  };
}
