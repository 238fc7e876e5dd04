import { Channel } from '../runtime/channel.js';
import type { OpenCall } from '../recording/turn-recorder.js';
import type { AnswerFact, AttemptFact } from '../protocol/turn-fact.js';
import { PendingCalls } from './pending-calls.js';

/** The model calls of one turn: who waits for which answer, and whom attempts are told. */
export class OpenCalls {
  /** Those that were taken back and have not told of their end: what they have cost comes before it. */
  readonly cancelled = new PendingCalls();
  readonly #waiting = new Map<string, Pick<Channel<AnswerFact>, 'put'>>();
  readonly #recorded = new Map<string, OpenCall>();

  /** @returns where the answers come, and what else their reader waits for */
  open<Beside = never>(call: OpenCall): Channel<AnswerFact | Beside> {
    const answers = new Channel<AnswerFact | Beside>();
    this.#waiting.set(call.id, answers);
    this.#recorded.set(call.id, call);
    return answers;
  }

  /** Whether its answer has not come to its end. */
  isOpen(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** @returns whether the call was still unanswered, and so has to be cancelled */
  close(id: string): boolean {
    const isUnanswered = this.#waiting.delete(id);
    if (isUnanswered) this.cancelled.begin(id);
    return isUnanswered;
  }

  /** What nobody waits for is dropped. */
  take(fact: AnswerFact | AttemptFact): void {
    if (fact.type === 'model-attempted') {
      this.#recorded.get(fact.id)?.attempted(fact.attempt);
      return;
    }
    this.#waiting.get(fact.id)?.put(fact);
    if (fact.type === 'model-delta' || fact.type === 'model-chose') return;
    this.#waiting.delete(fact.id);
    this.cancelled.end(fact.id);
  }
}
