import { Channel } from '../runtime/channel.js';
import type { OpenCall } from '../recording/turn-recorder.js';
import type { AnswerFact, AttemptFact } from '../protocol/turn-fact.js';
import { PendingCalls } from './pending-calls.js';

/** The model calls of one turn: which script waits for which response, and where attempts go. */
export class OpenCalls {
  /** Cancelled calls that have not reported their end. Their cost comes before it. */
  readonly cancelled = new PendingCalls();
  readonly #waiting = new Map<string, Pick<Channel<AnswerFact>, 'put'>>();
  readonly #recorded = new Map<string, OpenCall>();

  /** @returns the channel of its responses and of whatever else their reader waits for */
  open<Beside = never>(call: OpenCall): Channel<AnswerFact | Beside> {
    const answers = new Channel<AnswerFact | Beside>();
    this.#waiting.set(call.id, answers);
    this.#recorded.set(call.id, call);
    return answers;
  }

  /** Whether its response is incomplete. */
  isOpen(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** @returns whether the call was still unanswered, and must be cancelled */
  close(id: string): boolean {
    const isUnanswered = this.#waiting.delete(id);
    if (isUnanswered) this.cancelled.begin(id);
    return isUnanswered;
  }

  /** Drops what nobody waits for. */
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
