import type { OutgoingHttp } from '@svc/outgoing-http';
import type { MasterKey, RandomBytes } from '@svc/sealing';

/** What this context needs beside the platform. */
export interface WebhooksOptions {
  /** Wraps the secrets of destinations. */
  readonly masterKey: MasterKey;
  readonly random: RandomBytes;
  /** Stays the owner's: this context does not close it. */
  readonly outgoing: OutgoingHttp;
  /** Whether destinations may have `http` URLs. */
  readonly allowsPlain: boolean;
  /** `svc` in `x-svc-request-signature`. */
  readonly headerWord: string;
  /** Of one request, from the name lookup to the end of the answer. */
  readonly requestTimeoutMs: number;
  /** Requests to one destination at the same time, from this process. */
  readonly requestsPerDestination: number;
  /** Requests at the same time, from this process. */
  readonly requestsInFlight: number;
}

export const WEBHOOKS_OPTIONS = Symbol('WEBHOOKS_OPTIONS');
