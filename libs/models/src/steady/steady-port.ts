import {
  contextTokensOf,
  type ModelError,
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
import { SpoiltMessage } from '../port/spoilt-message.js';
import { Continuation, pleaToGoOn } from '../said/continuation.js';
import { isOfModel, nextModel } from './next-model.js';
import { TryPlan, type AskedModel, type TryPlanOptions } from './try-plan.js';

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
    private readonly options: TryPlanOptions,
  ) {
    const [{ port }] = models;
    this.name = port.name;
    this.settings = port.settings;
  }

  /** A summary must leave nothing out, so what it is made of fits each of the models. */
  identityOf(kind: CallKind): ModelIdentity {
    const identity = identityOf(this.models[0], kind);
    if (kind !== 'summarize') return identity;
    const context_tokens = Math.min(...this.models.map((model) => contextTokensOf(identityOf(model, kind))));
    if (context_tokens === contextTokensOf(identity)) return identity;
    return { ...identity, settings: { ...identity.settings, context_tokens } };
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
        const judgement = await model.port.judge(
          this.#fitted(model, request.task.purpose, request),
          signal,
          this.#named(model, request.task.purpose, onAttempt),
          chosen,
        );
        if (!hasChosen) plan.answered();
        return judgement;
      } catch (error) {
        const next = await nextModel(error, plan, this.options.timers, signal);
        if (next === null) throw plan.told(error as ModelError);
        model = next;
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
        if (error instanceof SpoiltMessage) {
          plan.answered();
          throw error;
        }
        const canGoOn = !(error instanceof CutMessage) || error.canGoOn;
        const isOver = said !== '' && (isCompletion || !canGoOn || !plan.isInTime);
        if (isOver && isOfModel(error, signal)) return plan.cutShort(error);
        const next = await nextModel(error, plan, this.options.timers, signal);
        if (next === null && said !== '') return;
        if (next === null) throw plan.told(error as ModelError);
        isCompletion = said !== '';
        model = next;
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
    const listener = this.#named(model, request.task.type, onAttempt);
    const { type } = request.task;
    const fitted = type === 'summarize' ? request : this.#fitted(model, type, request);
    if (said === '') {
      yield* model.port.generate(fitted, signal, listener);
      return;
    }
    const plea = pleaToGoOn(said);
    const wording: WordingRequest = { ...fitted, messages: [...fitted.messages, ...plea], said };
    const rest = new Continuation(said);
    let pieces: string[] = [];
    let last = '';
    // The record of the attempt has only the new text that was sent.
    const kept: AttemptListener = (attempt) => {
      if (attempt.failure === null) last = rest.end();
      const failure = rest.isRefused ? 'bad_output' : attempt.failure;
      if (last !== '') pieces.push(last);
      const came = attempt.raw ?? attempt.pieces.join('');
      const addedMessages = [...plea, ...attempt.addedMessages];
      listener({
        ...attempt,
        addedMessages,
        pieces,
        failure,
        ...(pieces.join('') === came ? {} : { raw: came }),
      });
      pieces = [];
    };
    for await (const piece of model.port.generate(wording, signal, kept)) {
      const text = rest.push(piece);
      if (rest.isRefused) break;
      if (text === '') continue;
      pieces.push(text);
      yield text;
    }
    if (rest.isRefused) throw new CutMessage(false, 'the rest of the message does not continue it');
    if (last !== '') yield last;
  }

  /** Fallbacks are named in their attempts, with the size that the messages were cut to for them. */
  #named(model: AskedModel, kind: CallKind, onAttempt: AttemptListener): AttemptListener {
    if (model === this.models[0]) return onAttempt;
    const contextTokens = kind === 'summarize' ? null : this.#smallerContext(model, kind);
    const size = contextTokens === null ? {} : { contextTokens };
    return (attempt) => onAttempt({ ...attempt, model: model.port.name, ...size });
  }

  /** The request for a model that may take in less than the one that it is made for. */
  #fitted<Request extends JudgeRequest | WordsRequest>(
    model: AskedModel,
    kind: CallKind,
    request: Request,
  ): Request {
    if (this.#smallerContext(model, kind) === null || !('fittedTo' in request)) return request;
    const messages = request.fittedTo?.(identityOf(model, kind)) ?? request.messages;
    return { ...request, messages };
  }

  /** Null where the model takes in as much as the first one. */
  #smallerContext(model: AskedModel, kind: CallKind): number | null {
    const contextTokens = contextTokensOf(identityOf(model, kind));
    return contextTokens < contextTokensOf(identityOf(this.models[0], kind)) ? contextTokens : null;
  }
}

function identityOf({ port }: AskedModel, kind: CallKind): ModelIdentity {
  return port.identityOf?.(kind) ?? port;
}
