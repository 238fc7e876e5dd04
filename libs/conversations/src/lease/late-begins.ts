import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import { CLOCK } from '@svc/service-host';

/** After this time no begin can be committed: a server gives a statement 20 s, and TCP its packets some minutes. */
const latestMs = 15 * 60_000;

/**
 * Turns that this instance gave up: the response to their begin was lost, and the log did not have it. Such a begin may
 * still be committed. Then nobody runs its turn, and its lease blocks the next one.
 */
@Injectable()
export class LateBegins {
  /** Interactions, each with the time after which it is no longer expected. */
  readonly #until = new Map<string, number>();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  expect(interactionId: string): void {
    this.#until.set(interactionId, this.clock.now() + latestMs);
  }

  /** Removes those that can't be committed any longer. */
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
