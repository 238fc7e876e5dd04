import { Channel } from '../runtime/channel.js';
import type { TimerFact } from '../protocol/turn-fact.js';

/** The timers of one turn, and which script waits for which. */
export class OpenTimers {
  readonly #waiting = new Map<string, Channel<TimerFact>>();
  readonly #set = new Map<string, number>();

  constructor(readonly interactionId: string) {}

  /** `<interaction>/t.<subject>.<n>`, counted from 1 for each subject. */
  open(subject: string): { readonly id: string; readonly fired: Channel<TimerFact> } {
    const count = (this.#set.get(subject) ?? 0) + 1;
    this.#set.set(subject, count);
    const id = `${this.interactionId}/t.${subject}.${count}`;
    const fired = new Channel<TimerFact>();
    this.#waiting.set(id, fired);
    return { id, fired };
  }

  /** @returns whether it has not fired, and must be cancelled */
  close(id: string): boolean {
    return this.#waiting.delete(id);
  }

  /** Drops what nobody waits for. */
  take(fact: TimerFact): void {
    this.#waiting.get(fact.id)?.put(fact);
    this.#waiting.delete(fact.id);
  }
}
