import { DomainError } from '@svc/errors';
import type { FastifyReply } from 'fastify';

/** The bound that a rejected request would have exceeded. */
export type RequestBound = 'process' | 'health' | SharerBound;
type SharerBound = 'organization' | 'caller' | 'anonymous' | 'address';

/** One of those who share a process, and how many concurrent requests they may have. */
export interface Sharer {
  /** Unique among all bounds. */
  readonly key: string;
  readonly bound: SharerBound;
  readonly most: number;
}

/** Counts concurrent requests, in all and of each sharer, up to their bounds. */
export class RequestsInFlight {
  #inAll = 0;
  readonly #ofSharers = new Map<string, number>();

  /** @param onRefuse called for each request beyond a bound. */
  constructor(
    private readonly most: number,
    private readonly onRefuse: (bound: RequestBound) => void,
    private readonly bound: 'process' | 'health' = 'process',
  ) {}

  get count(): number {
    return this.#inAll;
  }

  /**
   * Counts a request, also for each of its sharers: for all or for none.
   * @throws DomainError `rate_limited` if a sharer has too many; `service_unavailable` if there are too many in all.
   */
  enter(sharers: readonly Sharer[] = []): void {
    for (const { key, bound, most } of sharers)
      if ((this.#ofSharers.get(key) ?? 0) >= most) throw this.#refused(bound);
    if (this.#inAll >= this.most) throw this.#refused(this.bound);
    this.#inAll += 1;
    for (const { key } of sharers) this.#ofSharers.set(key, (this.#ofSharers.get(key) ?? 0) + 1);
  }

  leave(sharers: readonly Sharer[]): void {
    this.#inAll -= 1;
    for (const { key } of sharers) {
      const left = (this.#ofSharers.get(key) ?? 0) - 1;
      if (left > 0) this.#ofSharers.set(key, left);
      else this.#ofSharers.delete(key);
    }
  }

  #refused(bound: RequestBound): DomainError {
    this.onRefuse(bound);
    const [code, message] = rejections[bound];
    // Most requests in flight end within a second.
    return new DomainError(code, message, { retryAfterSeconds: 1 });
  }
}

const tooMany = 'The service has too many requests to serve at the moment. Try again shortly.';

/** 429 says that the caller sends too much, 503 that all together do. */
const rejections: Readonly<
  Record<RequestBound, readonly ['rate_limited' | 'service_unavailable', message: string]>
> = {
  process: ['service_unavailable', tooMany],
  health: ['service_unavailable', tooMany],
  anonymous: [
    'service_unavailable',
    'Too many requests of people who are not signed in are being served at the moment. Try again shortly.',
  ],
  address: [
    'rate_limited',
    'Too many requests of your address are being admitted at the moment. Try again shortly.',
  ],
  caller: [
    'rate_limited',
    'Too many of your requests are being served at the moment. Wait for their answers, then try again.',
  ],
  organization: [
    'rate_limited',
    'Too many requests of your organization are being served at the moment. Wait for their answers, then try again.',
  ],
};

/** Runs `work` once the response is sent or the client leaves: at once, if it has left already. */
export function whenOver({ raw }: FastifyReply, work: () => void): void {
  if (raw.closed) work();
  else raw.once('close', work);
}
