import type { TurnFact } from '../protocol/turn-fact.js';
import type { LiveCall } from './live-call.js';
import type { RunningTimers } from './running-timers.js';

interface Came {
  readonly id: string;
  readonly call: LiveCall;
  readonly facts: readonly TurnFact[];
}

/**
 * The next facts of a turn, from its calls and timers. Several calls run at the same time while the engine waits for a choice
 * or its reason and already words the message.
 */
export class Incoming {
  readonly #calls = new Map<string, LiveCall>();
  /** Calls that were asked for their next fact and have not responded yet. */
  readonly #coming = new Map<LiveCall, Promise<readonly TurnFact[]>>();

  constructor(readonly timers: RunningTimers) {}

  begin(id: string, call: LiveCall): void {
    this.#calls.set(id, call);
  }

  /** Empty when nothing can come, or nobody waits for the turn. */
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

  /**
   * Lets a call end if it has not.
   * @returns its remaining facts
   */
  end(id: string): Promise<readonly TurnFact[]> {
    return this.#ended(id, (call) => call.end());
  }

  /** Stops a call. Its remaining facts come next, then its end. */
  cancel(id: string): void {
    const call = this.#calls.get(id);
    if (call !== undefined) this.#coming.set(call, this.#leftOf(id, call, this.#coming.get(call)));
  }

  /**
   * Stops all calls.
   * @returns their remaining facts, in the order in which the calls began
   */
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
    // A stopped call is no failure of the model.
    return [...came, ...left].filter(({ type }) => type !== 'model-failed');
  }

  async #leftOf(
    id: string,
    call: LiveCall,
    coming: Promise<readonly TurnFact[]> = Promise.resolve([]),
  ): Promise<readonly TurnFact[]> {
    const [came, ended] = await Promise.all([coming, call.cancel()]);
    // Its response no longer counts. A stopped call is no failure of the model.
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
