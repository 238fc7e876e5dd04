import { DomainError } from '@svc/errors';
import type { FastifyReply } from 'fastify';

/** Requests that may be served at the same time, and those that are. */
export class RequestsInFlight {
  private inFlight = 0;

  /** @param onRefuse is told of each request that was one too many. */
  constructor(
    private readonly most: number,
    private readonly onRefuse: () => void = () => undefined,
  ) {}

  get count(): number {
    return this.inFlight;
  }

  /** Counts a request until its answer is out or its client gone. @throws DomainError `service_unavailable`. */
  enter(reply: FastifyReply): void {
    if (this.inFlight >= this.most) {
      this.onRefuse();
      throw tooManyRequests('The service has too many requests to serve at the moment. Try again shortly.');
    }
    // The client left while it was found out who it is: nobody would say that the request is over.
    if (reply.raw.closed) return;
    this.inFlight += 1;
    reply.raw.once('close', () => {
      this.inFlight -= 1;
    });
  }
}

/** 503 with `Retry-After`. What is in flight is mostly over within a second. */
export function tooManyRequests(message: string): DomainError {
  return new DomainError('service_unavailable', message, { retryAfterSeconds: 1 });
}
