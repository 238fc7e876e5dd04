import type { OutgoingErrorReason } from '@svc/outgoing-http';

/** One request of a delivery, as its history keeps it. */
export interface DeliveryAttempt {
  /** When it began. */
  readonly atMs: number;
  /** 0: there was no answer. */
  readonly statusCode: number;
  /** From its beginning to the status line, or to its failure. */
  readonly latencyMs: number;
  /** Why there was no answer; `internal_error`: the request was not made, for a reason of ours that the log tells. */
  readonly error: OutgoingErrorReason | 'internal_error' | null;
  /** Sent with the request. */
  readonly requestId: string;
  /** Two secrets signed it. */
  readonly isDualSigned: boolean;
}

/** Any 2xx acknowledges; a redirect does not. */
export function isAcknowledged({ statusCode }: DeliveryAttempt): boolean {
  return statusCode >= 200 && statusCode < 300;
}
