import type { FastifyReply } from 'fastify';
import { whenOver, type RequestsInFlight, type Sharer } from './requests-in-flight.js';

/** The counts of requests that are served, and of those that are not yet. */
export interface RequestCounts {
  /** Whose request it is waits for an answer: of those whose token was verified, it is known at once. */
  readonly admitting: RequestsInFlight;
  readonly inFlight: RequestsInFlight;
  readonly arriving: RequestsInFlight;
}

/**
 * Where a request is counted until it is over. One whose body is still arriving costs no work yet, so it takes no place
 * from those that are served. Neither does one of nobody knows whom.
 */
export class RequestPlace {
  #counted: RequestsInFlight | undefined;
  #sharers: readonly Sharer[] = [];
  #hasWaited = false;
  #isOver = false;

  /** @param client for whom it counts while whose it is is not known */
  constructor(
    private readonly counts: RequestCounts,
    private readonly client: Sharer,
    reply: FastifyReply,
  ) {
    whenOver(reply, () => {
      this.#isOver = true;
      this.#leave();
    });
  }

  /** Whose it is is not known yet: it counts for its client. @throws DomainError if too many wait so. */
  wait(): void {
    if (this.#isOver || this.#counted || this.#hasWaited) return;
    this.#hasWaited = true;
    this.#sharers = [this.client];
    this.#enter(this.counts.admitting);
  }

  /** Whose it is is known: it counts for these from now on. Only the first call counts. @throws DomainError if too many are served. */
  admit(sharers: readonly Sharer[]): void {
    if (this.#isOver || this.#counted === this.counts.inFlight) return;
    this.#leave();
    this.#sharers = sharers;
    this.#enter(this.counts.inFlight);
  }

  /** Its body is still arriving. @throws DomainError if too many are. */
  arrive(): void {
    this.#move(this.counts.arriving);
  }

  /** Its body has come. @throws DomainError if too many are served. */
  serve(): void {
    if (this.#counted !== this.counts.inFlight) this.#move(this.counts.inFlight);
  }

  /** It lasts, and costs nothing while it waits: whoever serves it counts it otherwise. */
  release(): void {
    this.#isOver = true;
    this.#leave();
  }

  #move(to: RequestsInFlight): void {
    if (this.#isOver) return;
    this.#leave();
    this.#enter(to);
  }

  #enter(to: RequestsInFlight): void {
    to.enter(this.#sharers);
    this.#counted = to;
  }

  #leave(): void {
    this.#counted?.leave(this.#sharers);
    this.#counted = undefined;
  }
}
