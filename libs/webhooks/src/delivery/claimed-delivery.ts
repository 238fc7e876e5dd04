import type { DeliveryAttempt } from './delivery-attempt.js';

/** A delivery that this process has claimed for its next attempt. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly destinationId: string;
  /** The secret of its destination at the claim; null: the destination was gone. */
  readonly secretId: string | null;
  readonly idempotencyKey: string;
  /** Sent and signed byte for byte. */
  readonly body: string;
  /** Within a conversation that keeps its order; null: no order. */
  readonly sequenceNumber: number | null;
  /** The number of this claim; a later one makes it void. */
  readonly claim: number;
  readonly createdAtMs: number;
  /** The earlier attempts. */
  readonly attempts: readonly DeliveryAttempt[];
}

/**
 * The outcome of a claim. `released`: no attempt was made, so it is due again. `dropped`: its destination is gone.
 */
export type ClaimOutcome =
  | { readonly kind: 'success' | 'failed'; readonly attempts: readonly DeliveryAttempt[] }
  | { readonly kind: 'retry'; readonly attempts: readonly DeliveryAttempt[]; readonly dueAtMs: number }
  | { readonly kind: 'released'; readonly dueAtMs: number }
  | { readonly kind: 'dropped' };
