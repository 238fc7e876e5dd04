import type { TurnFact } from '../protocol/turn-fact.js';
import type { LiveCall } from './live-call.js';
import type { RunningTimers } from './running-timers.js';

interface Came {
  readonly id: string;
  readonly call: LiveCall;
  readonly facts: readonly TurnFact[];
}

/**
 * What comes next to a turn: of one of its calls, or of a timer. More than one call is under way while a choice, or its
 * reason, is awaited and the message is worded already.
 */
export class Incoming {
  readonly #calls = new Map<string, LiveCall>();
  /** Of calls that were asked for what comes next, and have not been the first to tell. */
  readonly #coming = new Map<LiveCall, Promise<readonly TurnFact[]>>();

  constructor(readonly timers: RunningTimers) {}

  begin(id: string, call: LiveCall): void {
    this.#calls.set(id, call);
  }

  /** None when nothing can come, or nobody waits any more. */
  async next(): Promise<readonly TurnFact[]> {
    while (this.#calls.size > 0 || this.timers.areSet) {
      const first = await Promise.race(this.#sources());
      if (first === null) return this.timers.take();
      const { id, call, facts } = first;
      this.#coming.delete(call);
      if (call.isOver) this.#calls.delete(id);
      if (facts.length > 0) return facts;
    }
    return [];
  }

  /** Lets a call end, where it has not. @returns what is still to be told of it */
  end(id: string): Promise<readonly TurnFact[]> {
    return this.#ended(id, (call) => call.end());
  }

  /** Stops a call. What is left of it comes next, and behind it that it has ended. */
  cancel(id: string): void {
    const call = this.#calls.get(id);
    if (call !== undefined) this.#coming.set(call, this.#leftOf(id, call, this.#coming.get(call)));
  }

  /** Stops all calls. @returns what is still to be told of them, in the order in which they were begun */
  async endAll(): Promise<readonly TurnFact[]> {
    const left = [...this.#calls.keys()].map((id) => this.#ended(id, (call) => call.cancel()));
    return (await Promise.all(left)).flat();
  }

  async #ended(
    id: string,
    end: (call: LiveCall) => Promise<readonly TurnFact[]>,
  ): Promise<readonly TurnFact[]> {
    const call = this.#calls.get(id);
    if (call === undefined) return [];
    this.#calls.delete(id);
    const coming = this.#coming.get(call) ?? [];
    this.#coming.delete(call);
    const [came, left] = await Promise.all([coming, end(call)]);
    // That it was stopped is no failure of the model.
    return [...came, ...left].filter(({ type }) => type !== 'model-failed');
  }

  async #leftOf(
    id: string,
    call: LiveCall,
    coming: Promise<readonly TurnFact[]> = Promise.resolve([]),
  ): Promise<readonly TurnFact[]> {
    const [came, ended] = await Promise.all([coming, call.cancel()]);
    // Its answer counts no more: that it was stopped is no failure of the model.
    const attempts = [...came, ...ended].filter(({ type }) => type === 'model-attempted');
    return [...attempts, { type: 'model-ended', id }];
  }

  /** Null is a timer. */
  #sources(): readonly Promise<Came | null>[] {
    const answers = [...this.#calls].map(async ([id, call]) => ({ id, call, facts: await this.#next(call) }));
    return this.timers.areSet ? [...answers, this.timers.fired().then(() => null)] : answers;
  }

  #next(call: LiveCall): Promise<readonly TurnFact[]> {
    const coming = this.#coming.get(call) ?? call.next();
    this.#coming.set(call, coming);
    return coming;
  }
}
