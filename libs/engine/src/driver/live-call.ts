import { ModelError } from '../model/model-error.js';
import type { JudgeRequest, ModelPort, ModelRequest, WordsRequest } from '../model/model-port.js';
import type { TurnFact } from '../protocol/turn-fact.js';

/**
 * A model port has thrown something other than a ModelError. The call is recorded as failed, and the defect is rethrown
 * unchanged.
 */
export class PortDefect extends ModelError {
  constructor(cause: unknown) {
    super('unavailable', { cause });
  }
}

/** One running model call. What comes of it is given to `put`, as facts. */
export class LiveCall {
  readonly #id: string;
  readonly #nobodyWaits = new AbortController();
  /** Null for a judgement, which comes without being asked for. */
  readonly #pieces: AsyncIterator<string> | null = null;
  /** Settles with the judgement, or with the piece that was asked for. */
  #coming: Promise<void> | null = null;
  #left: Promise<void> | null = null;
  #isOver = false;

  constructor(
    model: ModelPort,
    request: ModelRequest,
    signal: AbortSignal,
    readonly put: (fact: TurnFact) => void,
  ) {
    const id = (this.#id = request.callId);
    const leave = (): void => this.#nobodyWaits.abort(signal.reason);
    // The signal is the turn's and ends with it, so nobody has to stop listening. `AbortSignal.any` costs many times as much.
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
    const attempted = (attempt: Extract<TurnFact, { readonly type: 'model-attempted' }>['attempt']): void =>
      put({ type: 'model-attempted', id, attempt });
    if (request.task.type !== 'judge') {
      const pieces = model.generate(request as WordsRequest, this.#nobodyWaits.signal, attempted);
      this.#pieces = pieces[Symbol.asyncIterator]();
      return;
    }
    const chose = (choice: string): void => this.#give({ type: 'model-chose', id, choice });
    const judged = async () =>
      model.judge(request as JudgeRequest, this.#nobodyWaits.signal, attempted, chose);
    this.#coming = judged().then(
      (judgement) => this.#end({ type: 'model-judged', id, judgement }),
      (error: unknown) => this.#fail(error),
    );
  }

  /** No more facts will come, or only on request. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Asks the model for its next piece, if it gives pieces and none is on its way. */
  ask(): void {
    if (this.#pieces === null || this.#isOver || this.#left !== null) return;
    this.#coming ??= this.#pieces.next().then(
      ({ value, done }) => {
        this.#coming = null;
        if (done) this.#end({ type: 'model-ended', id: this.#id });
        else this.#give({ type: 'model-delta', id: this.#id, text: value });
      },
      (error: unknown) => this.#fail(error),
    );
  }

  /** Lets the model end: a message with its last piece. A judgement, and a piece on its way, are cancelled. */
  stop(): Promise<void> {
    return this.#coming === null ? this.#leave() : this.cancel();
  }

  /** Stops the model, even while it produces a piece. Only its attempts still come, and its end. */
  cancel(): Promise<void> {
    this.#nobodyWaits.abort(new Error('Nobody waits for the answer any more.'));
    return this.#leave();
  }

  #leave(): Promise<void> {
    return (this.#left ??= this.#untilEnd());
  }

  async #untilEnd(): Promise<void> {
    if (this.#isOver) return;
    await this.#coming;
    // Its attempts are reported by then. What it throws changes nothing any more.
    await this.#pieces?.return?.().catch(() => undefined);
    this.#isOver = true;
    this.put({ type: 'model-ended', id: this.#id });
  }

  #fail(error: unknown): void {
    const failure = error instanceof ModelError ? error : new PortDefect(error);
    this.#end({ type: 'model-failed', id: this.#id, failure });
  }

  #end(fact: TurnFact): void {
    if (this.#left !== null) return;
    this.#isOver = true;
    this.put(fact);
  }

  #give(fact: TurnFact): void {
    if (this.#left === null) this.put(fact);
  }
}
