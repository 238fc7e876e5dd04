import { DomainError } from '@svc/errors';
import type { FastifyReply } from 'fastify';

/** Counts concurrent requests, up to a bound. */
export class RequestsInFlight {
  #inFlight = 0;

  /** @param onRefuse called for each request beyond the bound. */
  constructor(
    private readonly most: number,
    private readonly onRefuse: () => void = () => undefined,
  ) {}

  get count(): number {
    return this.#inFlight;
  }

  /** Counts a request until its response is sent or its client leaves. @throws DomainError `service_unavailable`. */
  enter(reply: FastifyReply): void {
    if (this.#inFlight >= this.most) {
      this.onRefuse();
      throw tooManyRequests('The service has too many requests to serve at the moment. Try again shortly.');
    }
    this.#inFlight += 1;
    whenOver(reply, () => {
      this.#inFlight -= 1;
    });
  }
}

/** Runs `work` once the response is sent or the client leaves: at once, if it has left already. */
export function whenOver({ raw }: FastifyReply, work: () => void): void {
  if (raw.closed) work();
  else raw.once('close', work);
}

/** 503 with `Retry-After`. Most requests in flight end within a second. */
export function tooManyRequests(message: string): DomainError {
  return new DomainError('service_unavailable', message, { retryAfterSeconds: 1 });
}
