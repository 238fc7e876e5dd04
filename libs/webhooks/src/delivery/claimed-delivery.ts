import type { DeliveryAttempt } from './delivery-attempt.js';

/** A delivery that this process has taken, to make its next attempt. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly destinationId: string;
  readonly idempotencyKey: string;
  /** Sent and signed byte for byte. */
  readonly body: string;
  /** Of a conversation whose deliveries keep their order; null: of none. */
  readonly sequenceNumber: number | null;
  /** Which claim this is: a later one makes it void. */
  readonly claim: number;
  readonly createdAtMs: number;
  /** Those that were made before. */
  readonly attempts: readonly DeliveryAttempt[];
}

/**
 * What became of a claim. `released`: no attempt was made, so it is due again. `dropped`: its destination is gone.
 */
export type ClaimOutcome =
  | { readonly kind: 'success' | 'failed'; readonly attempts: readonly DeliveryAttempt[] }
  | { readonly kind: 'retry'; readonly attempts: readonly DeliveryAttempt[]; readonly dueAtMs: number }
  | { readonly kind: 'released'; readonly dueAtMs: number }
  | { readonly kind: 'dropped' };
