import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { METRICS } from '@svc/service-host';
import type { Metrics } from '@svc/telemetry';

export interface TurnPass {
  /** Aborted when the grace period of the stop ends. */
  readonly cutOff: AbortSignal;
  leave(): void;
}

/** Counts the turns of this instance: a stop lets them end and admits no new ones. */
@Injectable()
export class RunningTurns {
  readonly #cutOff = new AbortController();
  readonly #left = new Set<() => void>();
  #running = 0;
  #isDraining = false;

  constructor(@Inject(METRICS) metrics: Metrics) {
    metrics.gauge({
      name: 'conversation_turns_running',
      description: 'Turns that this instance runs now.',
      observe: () => [{ value: this.#running }],
    });
  }

  /** @throws DomainError `service_unavailable` once the stop has begun. */
  enter(): TurnPass {
    if (this.#isDraining) throw stopping();
    this.#running += 1;
    let isInside = true;
    const leave = (): void => {
      if (!isInside) return;
      isInside = false;
      this.#running -= 1;
      if (this.#running === 0) for (const resolve of this.#left) resolve();
    };
    return { cutOff: this.#cutOff.signal, leave };
  }

  /** Resolves when all turns have ended. After `graceMs` the rest are cut off, and void themselves. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    if (this.#running === 0) return;
    const timer = setTimeout(() => this.#cutOff.abort(stopping()), graceMs);
    await new Promise<void>((resolve) => this.#left.add(resolve));
    clearTimeout(timer);
  }
}

function stopping(): DomainError {
  return new DomainError('service_unavailable', 'The service is restarting. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}
