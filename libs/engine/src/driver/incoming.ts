import type { TurnFact } from '../protocol/turn-fact.js';
import type { LiveCall } from './live-call.js';
import type { RunningTimers } from './running-timers.js';

/** What comes next to a turn: of the call under way, or of a timer. */
export class Incoming {
  #call: LiveCall | null = null;
  /** Asked for, and not there yet when a timer fired. */
  #coming: Promise<readonly TurnFact[]> | null = null;

  constructor(readonly timers: RunningTimers) {}

  /** The call before it is over. */
  begin(call: LiveCall): void {
    this.#call = call;
    this.#coming = null;
  }

  /** None when nothing can come, or nobody waits any more. */
  async next(): Promise<readonly TurnFact[]> {
    if (!this.timers.areSet && this.#coming === null) return this.#fromCall();
    const answered = await Promise.race([this.#answered(), this.timers.fired()]);
    if (answered === undefined) return this.timers.take();
    this.#coming = null;
    // Of a call that is over nothing comes, but the timers go on.
    if (answered.length > 0 || !this.timers.areSet) return answered;
    await this.timers.fired();
    return this.timers.take();
  }

  /** Lets the model end, where it has not. @returns what is still to be told of its call */
  async end(): Promise<readonly TurnFact[]> {
    return (await this.#call?.end()) ?? [];
  }

  async #fromCall(): Promise<readonly TurnFact[]> {
    return (await this.#call?.next()) ?? [];
  }

  #answered(): Promise<readonly TurnFact[]> {
    return (this.#coming ??= this.#fromCall());
  }
}
