import { DomainError } from '@svc/errors';
import type { FastifyReply } from 'fastify';

/** Requests that may be served at the same time, and those that are. */
export class RequestsInFlight {
  #inFlight = 0;

  /** @param onRefuse is told of each request that was one too many. */
  constructor(
    private readonly most: number,
    private readonly onRefuse: () => void = () => undefined,
  ) {}

  get count(): number {
    return this.#inFlight;
  }

  /** Counts a request until its answer is out or its client gone. @throws DomainError `service_unavailable`. */
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

/** Runs `work` once the answer is out or the client gone: at once when it left while something was waited for. */
export function whenOver({ raw }: FastifyReply, work: () => void): void {
  if (raw.closed) work();
  else raw.once('close', work);
}

/** 503 with `Retry-After`. What is in flight is mostly over within a second. */
export function tooManyRequests(message: string): DomainError {
  return new DomainError('service_unavailable', message, { retryAfterSeconds: 1 });
}
