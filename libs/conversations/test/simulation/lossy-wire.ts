import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailableError } from '@svc/postgres';
import type { SeededRandom } from '@svc/testing';
import type { Fault } from '../wire.js';

/** How many of a hundred appends are not sent, lose their response, or run after their sender gave up. */
const notSent = 3;
const answersLost = 4;
const late = 5;
/** How many are slow, by at most 30 ms. */
const slow = 18;
/** How many of a hundred other statements. */
const readsLost = 1;
/** Maximum delay of a statement after its sender gave up. */
const latestMs = 1_500;

/** Disturbs the statements of hosts on their way. */
export class LossyWire {
  readonly #late = new Set<Promise<unknown>>();
  #isCalm = false;
  /** Statements that were lost in one way or another. */
  losses = 0;

  constructor(private readonly random: SeededRandom) {}

  readonly fault: Fault = async (statement, run) => {
    if (this.#isCalm) return run();
    if (!statement.name.includes('.append')) {
      return this.random.below(100) < readsLost ? this.#lose('a read') : run();
    }
    let fate = this.random.below(100);
    if ((fate -= notSent) < 0) return this.#lose('never sent');
    if ((fate -= answersLost) < 0) {
      await run();
      return this.#lose('its answer');
    }
    if ((fate -= late) < 0) {
      this.#runLater(run);
      return this.#lose('under way');
    }
    if ((fate -= slow) < 0) await delay(this.random.below(30));
    return run();
  };

  /** Stops the losses. Resolves when delayed statements have ended. */
  async calm(): Promise<void> {
    this.#isCalm = true;
    await Promise.all(this.#late);
  }

  #runLater(run: () => Promise<unknown>): void {
    const running: Promise<unknown> = delay(this.random.below(latestMs))
      .then(run)
      // Its sender has given up.
      .catch(() => undefined)
      .finally(() => this.#late.delete(running));
    this.#late.add(running);
  }

  #lose(what: string): never {
    this.losses += 1;
    throw new DatabaseUnavailableError(new Error(`simulated loss: ${what}`));
  }
}
