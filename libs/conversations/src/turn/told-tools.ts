import { outcomeOf, storedOutcome, type ToolAnswer, type ToolCall, type ToolPort } from '@svc/engine';
import { toldCall } from '../domain/told-message.js';
import type { TurnEvent } from './turn-event.js';

type ToldTool = Extract<TurnEvent, { readonly type: 'tool-call-told' }>;

/** The calls of tools in one turn, for a caller who asks for them. Each start that is told gets its end before the message. */
export class ToldTools {
  readonly #told: ToldTool[] = [];
  #wake = (): void => undefined;

  /**
   * A call in the background may outlive the turn: both are told when it ends, if that is within the turn. Its result is told as far as
   * it is stored.
   */
  listeningTo(tools: ToolPort): ToolPort {
    const call = async (called: ToolCall, signal: AbortSignal): Promise<ToolAnswer> => {
      const begin = { type: 'tool-call-told', call: toldCall({ type: 'intent', call: called }) } as const;
      if (!called.isBackground) this.#tell(begin);
      const answer = await tools.call(called, signal);
      if (called.isBackground) this.#tell(begin);
      const outcome = storedOutcome(called, outcomeOf(called, answer, 0));
      this.#tell({ type: 'tool-call-told', call: toldCall({ type: 'outcome', call: called, outcome }) });
      return answer;
    };
    return { ...tools, call };
  }

  /** What is told until something else is ready, and with it. Its failure is for whoever waits for it. */
  async *until(other: Promise<unknown>): AsyncGenerator<ToldTool, void, void> {
    let isReady = false;
    const ready = other.then(
      () => void (isReady = true),
      () => void (isReady = true),
    );
    while (!isReady) {
      const told = new Promise<void>((resolve) => (this.#wake = resolve));
      if (this.#told.length === 0) await Promise.race([ready, told]);
      yield* this.#told.splice(0);
    }
    yield* this.#told.splice(0);
  }

  #tell(event: ToldTool): void {
    this.#told.push(event);
    this.#wake();
  }
}
