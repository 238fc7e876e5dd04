import type { OutgoingHttp } from '@svc/outgoing-http';
import type { MasterKey, RandomBytes } from '@svc/sealing';

/** What this context needs in addition to the platform. */
export interface WebhooksOptions {
  /** Wraps the secrets of destinations. */
  readonly masterKey: MasterKey;
  readonly random: RandomBytes;
  /** Owned by the caller: this context does not close it. */
  readonly outgoing: OutgoingHttp;
  /** Whether destinations may have `http` URLs. */
  readonly allowsPlain: boolean;
  /** `svc` in `x-svc-request-signature`. */
  readonly headerWord: string;
  /** Of one request, from the DNS look-up to the end of the response. */
  readonly requestTimeoutMs: number;
  /** Concurrent requests to one destination from this process. */
  readonly requestsPerDestination: number;
  /** Concurrent requests from this process. */
  readonly requestsInFlight: number;
}

export const WEBHOOKS_OPTIONS = Symbol('WEBHOOKS_OPTIONS');
