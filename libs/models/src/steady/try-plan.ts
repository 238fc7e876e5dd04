import { ModelError, type CallFailure, type ModelPort } from '@svc/engine';
import type { Timers } from '../timing/timers.js';
import type { Circuit } from './circuit.js';
import { waitBeforeRetry } from './next-try.js';
import { silentTryLog, type TryLog } from './try-log.js';

/** A model that can be called, and its circuit. */
export interface AskedModel {
  /** In the configuration. */
  readonly name: string;
  readonly port: ModelPort;
  readonly circuit: Circuit;
}

/** The model to call next, after this many ms. */
export interface NextTry {
  readonly model: AskedModel;
  readonly waitMs: number;
}

export interface TryPlanOptions {
  readonly timers: Timers;
  readonly random: () => number;
  readonly budgetMs: number;
  /** Silent by default. */
  readonly log?: TryLog;
}

/** Chooses the next model for one call: the same again while a retry may help, then its fallbacks. */
export class TryPlan {
  readonly #startedAtMs: number;
  readonly #log: TryLog;
  #place = -1;
  #tries = 0;
  #enteredAtMs = 0;
  /** The shortest wait that a provider has named, in seconds. */
  #waitSeconds: number | undefined;

  constructor(
    private readonly models: readonly AskedModel[],
    private readonly options: TryPlanOptions,
  ) {
    this.#startedAtMs = options.timers.now();
    this.#log = options.log ?? silentTryLog;
  }

  /** @throws ModelError with the wait when the circuits of all models are open */
  first(): AskedModel {
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
  failed(error: ModelError): NextTry | null {
    const { timers, random, budgetMs } = this.options;
    const model = this.#current;
    const nowMs = timers.now();
    this.#leave(error.kind, nowMs);
    this.#tries += 1;
    const asked = error.retryAfterSeconds;
    if (asked !== undefined) this.#waitSeconds = Math.min(asked, this.#waitSeconds ?? asked);
    const elapsedMs = nowMs - this.#startedAtMs;
    const hasFallback = this.#place + 1 < this.models.length;
    const tried = { tries: this.#tries, failure: error, elapsedMs, budgetMs, hasFallback };
    const waitMs = waitBeforeRetry(tried, random());
    if (model && waitMs !== null && this.#enter(model, nowMs)) {
      this.#log.askedAgain(model.name, error.kind, waitMs);
      return { model, waitMs };
    }
    const following = this.#following();
    if (model && following) this.#log.fellBack(model.name, following.name, error.kind);
    else if (model) this.#log.noneLeft(model.name, error.kind);
    return following && { model: following, waitMs: 0 };
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
    return this.options.timers.now() - this.#startedAtMs < this.options.budgetMs;
  }

  get #current(): AskedModel | undefined {
    return this.models[this.#place];
  }

  #following(): AskedModel | null {
    const nowMs = this.options.timers.now();
    for (;;) {
      this.#place += 1;
      this.#tries = 0;
      const model = this.#current;
      if (model === undefined) return null;
      if (this.#enter(model, nowMs)) return model;
    }
  }

  #enter({ name, circuit }: AskedModel, nowMs: number): boolean {
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
