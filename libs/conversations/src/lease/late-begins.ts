import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import { CLOCK } from '@svc/service-host';

/** After so long no begin comes about any more: a server gives a statement 20 s, and TCP its packets some minutes. */
const latestMs = 15 * 60_000;

/**
 * Turns that this instance has given up because the answer to their begin was lost, and the log did not hold it. Such a
 * begin may come about all the same: nobody runs its turn then, and its lease is in the way of the next one.
 */
@Injectable()
export class LateBegins {
  /** Interactions, each with the time from which on it is not expected any more. */
  readonly #until = new Map<string, number>();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  expect(interactionId: string): void {
    this.#until.set(interactionId, this.clock.now() + latestMs);
  }

  /** Forgets those that can't come any more. */
  isEmpty(): boolean {
    const nowMs = this.clock.now();
    for (const [interactionId, untilMs] of this.#until)
      if (untilMs < nowMs) this.#until.delete(interactionId);
    return this.#until.size === 0;
  }

  has(interactionId: string): boolean {
    return this.#until.has(interactionId);
  }
}
