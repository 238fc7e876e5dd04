import type { AttemptListener } from '../model/model-attempt.js';
import { ModelError } from '../model/model-error.js';
import type { EngageRequest, JudgeRequest, ModelPort } from '../model/model-port.js';
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

/** One running model call, as facts. It asks the model for a piece only when someone asks for the next fact. */
export class LiveCall {
  /** Ended since the last fact. */
  readonly #attempts: TurnFact[] = [];
  readonly #answers: AsyncGenerator<TurnFact, void, void>;
  readonly #isJudgement: boolean;
  readonly #nobodyWaits = new AbortController();
  #isAsked = false;
  #isOver = false;

  constructor(model: ModelPort, request: JudgeRequest | EngageRequest, signal: AbortSignal) {
    const id = request.callId;
    this.#isJudgement = isJudgement(request);
    const leave = (): void => this.#nobodyWaits.abort(signal.reason);
    // The signal is the turn's and ends with it, so nobody has to stop listening. `AbortSignal.any` costs many times as much.
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
    this.#answers = answersOf(model, request, this.#nobodyWaits.signal, (attempt) => {
      this.#attempts.push({ type: 'model-attempted', id, attempt });
    });
  }

  /** No more facts will come. */
  get isOver(): boolean {
    return this.#isOver;
  }

  async next(): Promise<readonly TurnFact[]> {
    this.#isAsked = true;
    const { value, done } = await this.#answers.next();
    this.#isAsked = false;
    if (done || isLast(value)) this.#isOver = true;
    const attempts = this.#attempts.splice(0);
    return value ? [...attempts, value] : attempts;
  }

  /**
   * Lets the model end if it has not.
   * @returns the attempts that ended with it
   */
  end(): Promise<readonly TurnFact[]> {
    // A message that nobody is waiting on ends with its last piece. A judgement runs until it is cancelled.
    return this.#isJudgement || this.#isAsked ? this.cancel() : this.#return();
  }

  /**
   * Stops the model, even while it is producing a piece.
   * @returns the attempts that ended with it
   */
  cancel(): Promise<readonly TurnFact[]> {
    this.#nobodyWaits.abort(new Error('Nobody waits for the answer any more.'));
    return this.#return();
  }

  async #return(): Promise<readonly TurnFact[]> {
    await this.#answers.return();
    this.#isOver = true;
    return this.#attempts.splice(0);
  }
}

async function* answersOf(
  model: ModelPort,
  request: JudgeRequest | EngageRequest,
  signal: AbortSignal,
  onAttempt: AttemptListener,
): AsyncGenerator<TurnFact, void, void> {
  const id = request.callId;
  try {
    if (isJudgement(request)) {
      yield* judgementOf(model, request, signal, onAttempt);
      return;
    }
    for await (const text of model.generate(request, signal, onAttempt))
      yield { type: 'model-delta', id, text };
    yield { type: 'model-ended', id };
  } catch (error) {
    yield {
      type: 'model-failed',
      id,
      failure: error instanceof ModelError ? error : new PortDefect(error),
    };
  }
}

async function* judgementOf(
  model: ModelPort,
  request: JudgeRequest,
  signal: AbortSignal,
  onAttempt: AttemptListener,
): AsyncGenerator<TurnFact, void, void> {
  const id = request.callId;
  const chosen = Promise.withResolvers<string>();
  const judged = model.judge(request, signal, onAttempt, chosen.resolve);
  try {
    const choice = await Promise.race([chosen.promise, judged.then(() => null)]);
    if (choice !== null) yield { type: 'model-chose', id, choice };
    yield { type: 'model-judged', id, judgement: await judged };
  } finally {
    // Its attempts are reported by then, even if someone still waits for it.
    await judged.catch(() => undefined);
  }
}

/** Its attempts come before it, and nothing comes after it. */
function isLast({ type }: TurnFact): boolean {
  return type === 'model-judged' || type === 'model-ended' || type === 'model-failed';
}

function isJudgement(request: JudgeRequest | EngageRequest): request is JudgeRequest {
  return request.task.type === 'judge';
}
