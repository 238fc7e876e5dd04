import type { OutgoingErrorReason } from '@svc/outgoing-http';

/** One request of a delivery, as its history keeps it. */
export interface DeliveryAttempt {
  /** When it began. */
  readonly atMs: number;
  /** 0: there was no response. */
  readonly statusCode: number;
  /** From its beginning to the status line, or to its error. */
  readonly latencyMs: number;
  /**
   * Why there was no response. `internal_error`: the request was not made, because of an error here that is in the
   * log.
   */
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
