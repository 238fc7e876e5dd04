import {
  ModelError,
  type AttemptListener,
  type CallKind,
  type ChoiceListener,
  type Judgement,
  type JudgeRequest,
  type UnusedMessage,
  type ModelIdentity,
  type ModelPort,
  type WordsRequest,
} from '@svc/engine';
import { CutMessage } from '../port/cut-message.js';
import type { WordingRequest } from '../port/generate.js';
import { pause } from '../timing/pause.js';
import type { Timers } from '../timing/timers.js';
import { Continuation, pleaToGoOn } from '../said/continuation.js';
import type { TryLog } from './try-log.js';
import { TryPlan, type AskedModel, type NextTry } from './try-plan.js';

export interface SteadyOptions {
  readonly timers: Timers;
  /** At least 0 and less than 1: spreads calls that failed together. */
  readonly random: () => number;
  /** From the start of the call, in ms. No model is retried after that; only fallbacks are called. */
  readonly budgetMs: number;
  /** Silent by default. */
  readonly log?: TryLog;
}

/**
 * Several models as a more reliable one. A call that fails before any text is retried, then goes to the next model. A message
 * that breaks off after that is completed by one more call; if that fails it ends there, with a failed last attempt. For the
 * engine all of it is one call, and each request an attempt.
 */
export class SteadyPort implements ModelPort {
  readonly name: string;
  readonly settings: ModelPort['settings'];

  /** @param models the first is the preferred one, the others are its fallbacks in order */
  constructor(
    private readonly models: readonly [AskedModel, ...AskedModel[]],
    private readonly options: SteadyOptions,
  ) {
    const [{ port }] = models;
    this.name = port.name;
    this.settings = port.settings;
  }

  identityOf(kind: CallKind): ModelIdentity {
    const [{ port }] = this.models;
    return port.identityOf?.(kind) ?? port;
  }

  async judge(
    request: JudgeRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
    onChoice?: ChoiceListener,
  ): Promise<Judgement> {
    const plan = new TryPlan(this.models, this.options);
    let hasChosen = false;
    // The choice ends a probe: the turn now requests its message, which must not find this model still on probe.
    const chosen: ChoiceListener = (choice) => {
      hasChosen = true;
      plan.answered();
      onChoice?.(choice);
    };
    for (let model = plan.first(); ;) {
      try {
        const judgement = await model.port.judge(request, signal, this.#named(model, onAttempt), chosen);
        if (!hasChosen) plan.answered();
        return judgement;
      } catch (error) {
        const next = this.#nextAfter(error, plan, signal);
        if (next === null) throw plan.told(error as ModelError);
        model = await this.#arrived(next, plan, signal);
      }
    }
  }

  async *generate(
    request: WordsRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): AsyncGenerator<string, void, void> {
    const plan = new TryPlan(this.models, this.options);
    let said = '';
    let isCompletion = false;
    for (let model = plan.first(); ;) {
      let isRead = false;
      try {
        for await (const piece of this.#wording(model, request, said, signal, onAttempt)) {
          said += piece;
          yield piece;
        }
        isRead = true;
        plan.answered();
        return;
      } catch (error) {
        isRead = true;
        const canGoOn = !(error instanceof CutMessage) || error.canGoOn;
        const isOver = said !== '' && (isCompletion || !canGoOn || !plan.isInTime);
        if (isOver && isOfModel(error, signal)) return plan.cutShort(error);
        const next = this.#nextAfter(error, plan, signal);
        if (next === null && said !== '') return;
        if (next === null) throw plan.told(error as ModelError);
        isCompletion = said !== '';
        model = await this.#arrived(next, plan, signal);
      } finally {
        // Its reader stopped early.
        if (!isRead) plan.cancelled();
      }
    }
  }

  onUnusedMessage(message: UnusedMessage): void {
    const { port } = this.models.find(({ port: { name } }) => name === message.model) ?? this.models[0];
    port.onUnusedMessage?.(message);
  }

  async *#wording(
    model: AskedModel,
    request: WordsRequest,
    said: string,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): AsyncGenerator<string, void, void> {
    const listener = this.#named(model, onAttempt);
    if (said === '') {
      yield* model.port.generate(request, signal, listener);
      return;
    }
    const plea = pleaToGoOn(said);
    const wording: WordingRequest = { ...request, messages: [...request.messages, ...plea], said };
    const rest = new Continuation(said);
    let pieces: string[] = [];
    let last = '';
    // The record of the attempt has only the new text that was sent.
    const kept: AttemptListener = (attempt) => {
      if (attempt.failure === null) last = rest.end();
      if (last !== '') pieces.push(last);
      const came = attempt.raw ?? attempt.pieces.join('');
      const addedMessages = [...plea, ...attempt.addedMessages];
      listener({ ...attempt, addedMessages, pieces, ...(pieces.join('') === came ? {} : { raw: came }) });
      pieces = [];
    };
    for await (const piece of model.port.generate(wording, signal, kept)) {
      const text = rest.push(piece);
      if (text === '') continue;
      pieces.push(text);
      yield text;
    }
    if (last !== '') yield last;
  }

  /** Fallbacks are named in their attempts. */
  #named(model: AskedModel, onAttempt: AttemptListener): AttemptListener {
    if (model === this.models[0]) return onAttempt;
    return (attempt) => onAttempt({ ...attempt, model: model.port.name });
  }

  /**
   * Null when nothing is left to try.
   * @throws any error that is no model failure: the reason of the signal, a defect
   */
  #nextAfter(error: unknown, plan: TryPlan, signal: AbortSignal): NextTry | null {
    if (isOfModel(error, signal)) return plan.failed(error);
    plan.cancelled();
    throw error;
  }

  /** @throws the reason of the signal */
  async #arrived({ model, waitMs }: NextTry, plan: TryPlan, signal: AbortSignal): Promise<AskedModel> {
    try {
      if (waitMs > 0) await pause(waitMs, this.options.timers, signal);
      return model;
    } catch (gone) {
      // It may have been waiting to probe.
      plan.cancelled();
      throw gone;
    }
  }
}

function isOfModel(error: unknown, signal: AbortSignal): error is ModelError {
  return !signal.aborted && error instanceof ModelError;
}
