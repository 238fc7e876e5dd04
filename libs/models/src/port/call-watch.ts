import { ModelError } from '@svc/engine';
import type { Timers } from '../timing/timers.js';

/**
 * Bounds one model call: it ends when its caller aborts or a time limit passes, even if the model ignores its signal. Its
 * creator must `end` it.
 */
export class CallWatch {
  readonly #stop = new AbortController();
  readonly #stopped: Promise<never>;
  readonly #cancelWhole: () => void;
  #cancelStep: () => void = () => undefined;

  /** @throws the reason of `caller` when it is already aborted */
  constructor(
    readonly caller: AbortSignal,
    wholeMs: number,
    readonly timers: Timers,
  ) {
    caller.throwIfAborted();
    this.#stopped = new Promise((_resolve, reject) => {
      this.#stop.signal.addEventListener('abort', () => reject(this.#reason()), { once: true });
    });
    // Between two races nobody handles its rejection.
    this.#stopped.catch(() => undefined);
    caller.addEventListener('abort', this.#onCallerAbort, { once: true });
    this.#cancelWhole = this.#limit(wholeMs, 'the whole answer');
  }

  /** For the model: aborted when the call ends early. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** From now on, `what` must come within the limit. Replaces the previous limit. */
  expect(what: string, withinMs: number): void {
    this.#cancelStep();
    this.#cancelStep = this.#limit(withinMs, what);
  }

  /** Suspends the limit. */
  pause(): void {
    this.#cancelStep();
  }

  /** The outcome of `work`, or the reason why the call is over, whichever comes first. */
  async race<T>(work: PromiseLike<T>): Promise<T> {
    try {
      return await Promise.race([work, this.#stopped]);
    } catch (error) {
      // A model that obeys the signal may fail first, with its own error.
      throw this.#stop.signal.aborted ? this.#reason() : error;
    }
  }

  /** Ends the watch. Unless `isComplete`, the model is stopped. */
  end(isComplete: boolean): void {
    this.#cancelStep();
    this.#cancelWhole();
    this.caller.removeEventListener('abort', this.#onCallerAbort);
    if (!isComplete) this.#stop.abort(new Error('the call is over'));
  }

  readonly #onCallerAbort = () => this.#stop.abort(this.caller.reason);

  /** Any reason of the caller, an `Error` or not, is thrown unchanged. */
  #reason(): Error {
    return this.#stop.signal.reason as Error;
  }

  #limit(milliseconds: number, what: string): () => void {
    return this.timers.after(milliseconds, () => {
      const privateDetail = `${what} did not come within ${milliseconds} ms`;
      this.#stop.abort(new ModelError('timeout', { privateDetail }));
    });
  }
}
