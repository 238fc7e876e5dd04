import { ModelError } from '@svc/engine';
import type { Timers } from '../timing/timers.js';

/**
 * Watches over one call of a model: it ends when its caller aborts or a time limit passes, whether or not the model
 * heeds its signal. Whoever makes one must `end` it.
 */
export class CallWatch {
  readonly #stop = new AbortController();
  readonly #stopped: Promise<never>;
  readonly #cancelWhole: () => void;
  #cancelStep: () => void = () => undefined;

  /** @throws the reason of `caller` when it is aborted already */
  constructor(
    readonly caller: AbortSignal,
    wholeMs: number,
    readonly timers: Timers,
  ) {
    caller.throwIfAborted();
    this.#stopped = new Promise((_resolve, reject) => {
      this.#stop.signal.addEventListener('abort', () => reject(this.#reason()), { once: true });
    });
    // Between two races nobody waits for it.
    this.#stopped.catch(() => undefined);
    caller.addEventListener('abort', this.#onCallerAbort, { once: true });
    this.#cancelWhole = this.#limit(wholeMs, 'the whole answer');
  }

  /** For the model: aborted as soon as the call is over before its time. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** From now on, `what` must come within the limit; replaces the limit set before. */
  expect(what: string, withinMs: number): void {
    this.#cancelStep();
    this.#cancelStep = this.#limit(withinMs, what);
  }

  /** Nothing is expected of the model for the moment. */
  pause(): void {
    this.#cancelStep();
  }

  /** The outcome of `work`, or the reason why the call is over, whichever is first. */
  async race<T>(work: PromiseLike<T>): Promise<T> {
    try {
      return await Promise.race([work, this.#stopped]);
    } catch (error) {
      // A model that heeds the signal may fail first, in its own words.
      throw this.#stop.signal.aborted ? this.#reason() : error;
    }
  }

  /** Ends the watch; `isComplete` says that nothing is left of the model's work, else it is stopped. */
  end(isComplete: boolean): void {
    this.#cancelStep();
    this.#cancelWhole();
    this.caller.removeEventListener('abort', this.#onCallerAbort);
    if (!isComplete) this.#stop.abort(new Error('the call is over'));
  }

  readonly #onCallerAbort = () => this.#stop.abort(this.caller.reason);

  /** Whatever the caller has given as its reason, an `Error` or not, is thrown as it is. */
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
