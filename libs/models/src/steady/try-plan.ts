import { isOutage, ModelError, type CallFailure, type ModelPort } from '@svc/engine';
import type { Timers } from '../timing/timers.js';
import type { Circuit } from './circuit.js';
import { waitBeforeRetry } from './next-try.js';
import type { TryBudget } from './try-budget.js';
import { silentTryLog, type TryLog } from './try-log.js';

/** A model that can be called, and its circuit. */
export interface AskedModel<Port = ModelPort> {
  /** In the configuration. */
  readonly name: string;
  readonly port: Port;
  readonly circuit: Circuit;
}

/** The model to call next, after this many ms. */
export interface NextTry<Port> {
  readonly model: AskedModel<Port>;
  readonly waitMs: number;
}

export interface TryPlanOptions {
  readonly timers: Timers;
  /** At least 0 and less than 1: spreads calls that failed together. */
  readonly random: () => number;
  readonly budget: TryBudget;
  /** Failures after which the same model is called again. Default: also unusable responses. */
  readonly retries?: 'outages' | undefined;
  /** Silent by default. */
  readonly log?: TryLog;
}

/** Chooses the next model for one call: the same again while a retry may help, then its fallbacks, then all once more. */
export class TryPlan<Port> {
  readonly #log: TryLog;
  #place = -1;
  #tries = 0;
  #hasBegunAgain = false;
  #enteredAtMs = 0;
  /** The shortest wait that a provider has named, in seconds. */
  #waitSeconds: number | undefined;

  constructor(
    private readonly models: readonly AskedModel<Port>[],
    private readonly options: TryPlanOptions,
  ) {
    this.#log = options.log ?? silentTryLog;
  }

  /** @throws ModelError with the wait when the circuits of all models are open */
  first(): AskedModel<Port> {
    const model = this.#following();
    const asked = this.models[0];
    if (model && asked && model !== asked) this.#log.fellBack(asked.name, model.name, null);
    if (model !== null) return model;
    if (asked) this.#log.noneLeft(asked.name, null);
    const restMs = Math.min(...this.models.map(({ circuit }) => circuit.restMs(this.options.timers.now())));
    throw new ModelError('unavailable', {
      privateDetail: 'the model failed too often and is left alone for a while',
      retryAfterSeconds: Math.max(1, Math.ceil(restMs / 1_000)),
    });
  }

  answered(): void {
    this.#leave(null, this.options.timers.now());
  }

  /** The caller left. */
  cancelled(): void {
    this.#leave('cancelled', this.options.timers.now());
  }

  /** Null when nothing is left to try. */
  failed(error: ModelError): NextTry<Port> | null {
    const { timers, random, budget, retries } = this.options;
    const model = this.#current;
    const nowMs = timers.now();
    this.#leave(error.kind, nowMs);
    this.#tries += 1;
    const asked = error.retryAfterSeconds;
    if (asked !== undefined) this.#waitSeconds = Math.min(asked, this.#waitSeconds ?? asked);
    const hasFallback = this.#place + 1 < this.models.length;
    if (model && error.kind === 'timeout') budget.wasLate(model.name);
    const leftMs = budget.leftMs(nowMs);
    const passes = isOutage(error.kind) || (error.kind === 'bad_output' && retries !== 'outages');
    const tried = { tries: this.#tries, failure: error, passes, leftMs, hasFallback };
    const waitMs = waitBeforeRetry(tried, random());
    if (model && waitMs !== null && this.#enter(model, nowMs)) {
      this.#log.askedAgain(model.name, error.kind, waitMs);
      return { model, waitMs };
    }
    const following = this.#following(passes && leftMs > 0);
    if (model && following) this.#log.fellBack(model.name, following.name, error.kind);
    else if (model) this.#log.noneLeft(model.name, error.kind);
    return following && { model: following, waitMs: 0 };
  }

  /**
   * The wait before a retry is over.
   * @returns the model to call: another one if the circuit has opened since, null when none is left
   */
  resumed(): AskedModel<Port> | null {
    const model = this.#current;
    const nowMs = this.options.timers.now();
    if (model && model.circuit.state(nowMs) !== 'open') {
      this.#enteredAtMs = nowMs;
      return model;
    }
    const following = this.#following();
    if (model && following) this.#log.fellBack(model.name, following.name, null);
    else if (model) this.#log.noneLeft(model.name, null);
    return following;
  }

  /** The message ends with the text so far. */
  cutShort(error: ModelError): void {
    this.#leave(error.kind, this.options.timers.now());
    if (this.#current) this.#log.cutShort(this.#current.name, error.kind);
  }

  /** The failure for the caller, with the shortest wait that a provider has named. */
  told(error: ModelError): ModelError {
    if (this.#waitSeconds === undefined || error.retryAfterSeconds === this.#waitSeconds) return error;
    const { kind, privateDetail } = error;
    return new ModelError(kind, {
      ...(privateDetail === undefined ? {} : { privateDetail }),
      retryAfterSeconds: this.#waitSeconds,
    });
  }

  /** Whether there is time for one more request. */
  get isInTime(): boolean {
    return this.options.budget.leftMs(this.options.timers.now()) > 0;
  }

  get #current(): AskedModel<Port> | undefined {
    return this.models[this.#place];
  }

  /** @param mayBeginAgain behind the last fallback: the first model may be well again */
  #following(mayBeginAgain = false): AskedModel<Port> | null {
    const nowMs = this.options.timers.now();
    for (;;) {
      this.#place += 1;
      this.#tries = 0;
      if (mayBeginAgain && this.#place === this.models.length && this.#place > 1 && !this.#hasBegunAgain) {
        this.#hasBegunAgain = true;
        this.#place = 0;
      }
      const model = this.#current;
      if (model === undefined) return null;
      if (this.#isSpared(model, nowMs)) continue;
      if (this.#enter(model, nowMs)) return model;
    }
  }

  /** A model that was too late in this turn is not waited for again while another one can be called. */
  #isSpared({ name }: AskedModel<Port>, nowMs: number): boolean {
    if (!this.options.budget.isLate(name)) return false;
    const others = this.models.slice(this.#place + 1);
    return others.some(
      (other) => !this.options.budget.isLate(other.name) && other.circuit.state(nowMs) === 'closed',
    );
  }

  #enter({ name, circuit }: AskedModel<Port>, nowMs: number): boolean {
    this.#enteredAtMs = nowMs;
    const isProbe = circuit.state(nowMs) === 'half-open';
    const mayEnter = circuit.enter(nowMs);
    if (isProbe && mayEnter) this.#log.probed(name);
    return mayEnter;
  }

  /** @param failure null when the model responded */
  #leave(failure: CallFailure | null, nowMs: number): void {
    const model = this.#current;
    if (model === undefined) return;
    const { name, circuit } = model;
    const before = circuit.state(nowMs);
    circuit.leave(failure, nowMs, this.#enteredAtMs);
    const after = circuit.state(nowMs);
    if (failure !== null && after === 'open' && before !== 'open')
      this.#log.leftAlone(name, failure, circuit.restMs(nowMs));
    if (after === 'closed' && before !== 'closed') this.#log.answersAgain(name);
  }
}
