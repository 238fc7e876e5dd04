import type { FastifyReply } from 'fastify';
import { whenOver, type RequestsInFlight, type Sharer } from './requests-in-flight.js';

/** The counts of requests that are served, and of those whose body is still arriving. */
export interface RequestCounts {
  readonly inFlight: RequestsInFlight;
  readonly arriving: RequestsInFlight;
}

/**
 * Where a request is counted until it is over. One whose body is still arriving costs no work yet, so it takes no place
 * from those that are served.
 */
export class RequestPlace {
  #counted: RequestsInFlight | undefined;
  #sharers: readonly Sharer[] = [];
  #isOver = false;

  /** @throws DomainError if too many are served. */
  constructor(
    private readonly counts: RequestCounts,
    reply: FastifyReply,
  ) {
    this.#enter(counts.inFlight);
    whenOver(reply, () => {
      this.#isOver = true;
      this.#leave();
    });
  }

  /** Counts it for its sharers too, once they are known. @throws DomainError if one of them has too many. */
  share(sharers: readonly Sharer[]): void {
    this.#counted?.join(sharers);
    this.#sharers = sharers;
  }

  /** Its body is still arriving. @throws DomainError if too many are. */
  arrive(): void {
    this.#move(this.counts.arriving);
  }

  /** Its body has come. @throws DomainError if too many are served. */
  serve(): void {
    if (this.#counted !== this.counts.inFlight) this.#move(this.counts.inFlight);
  }

  #move(to: RequestsInFlight): void {
    if (this.#isOver) return;
    this.#leave();
    this.#enter(to);
    try {
      to.join(this.#sharers);
    } catch (error) {
      to.leave([]);
      this.#counted = undefined;
      throw error;
    }
  }

  #enter(to: RequestsInFlight): void {
    to.enter();
    this.#counted = to;
  }

  #leave(): void {
    this.#counted?.leave(this.#sharers);
    this.#counted = undefined;
  }
}
