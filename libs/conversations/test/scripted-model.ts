import type { AttemptListener, Judgement, JudgeRequest, ModelPort, WordsRequest } from '@svc/engine';
import type { Models } from '../src/ports/ports.js';
import { deferred, type Deferred } from './deferred.js';
import { attempt } from '@svc/engine/attempts';

/** A model with predefined responses. It can pause in the middle of a message. */
export class ScriptedModel implements ModelPort, Models {
  readonly name = 'scripted/test';
  readonly settings = { temperature: 0 };
  /** The next messages. The last entry repeats. */
  messages: (readonly string[])[] = [['Hello', ' there.']];
  /** Text of the option that a judgement chooses; otherwise the first action offered. */
  choice: string | undefined;
  /** JSON of the inputs of tools. */
  input = '{}';
  /** JSON of the checks of messages. */
  check = '{"broken":[]}';
  /** Texts of the options that the next judgements choose, before `choice`. */
  choices: string[] = [];
  /** Thrown instead of a message. */
  failure: Error | undefined;
  /** Text of the summaries. */
  summary: readonly string[] = ['They read.'];
  summaryFailure: Error | undefined;
  readonly engaged: WordsRequest[] = [];
  /** The models that turns used, in order. */
  readonly turns: Parameters<Models['forTurn']>[0][] = [];
  readonly signals: AbortSignal[] = [];
  #summaryHold: { readonly reached: Deferred; readonly released: Deferred } | undefined;
  #holds: { readonly reached: Deferred; readonly released: Deferred }[] = [];

  readonly offered = [{ name: 'default', paramsSchema: { type: 'object' } }];

  costOf(): null {
    return null;
  }

  get identity(): ModelPort {
    return this;
  }

  forTurn(turn: Parameters<Models['forTurn']>[0]): ModelPort {
    this.turns.push(turn);
    return this;
  }

  /** Resets everything. */
  reset(): void {
    this.messages = [['Hello', ' there.']];
    this.choice = undefined;
    this.choices = [];
    this.input = '{}';
    this.check = '{"broken":[]}';
    this.failure = undefined;
    this.#holds = [];
    this.summary = ['They read.'];
    this.summaryFailure = undefined;
    this.#summaryHold = undefined;
  }

  /** The next message pauses after its first piece until released. */
  hold(): { readonly reached: Promise<void>; release(): void } {
    const gate = { reached: deferred(), released: deferred() };
    this.#holds.push(gate);
    return { reached: gate.reached.promise, release: () => gate.released.resolve() };
  }

  /** The next summary has this text, and pauses after its first piece until released. */
  holdSummary(words: readonly string[]): { readonly reached: Promise<void>; release(): void } {
    this.summary = words;
    const gate = { reached: deferred(), released: deferred() };
    this.#summaryHold = gate;
    return { reached: gate.reached.promise, release: () => gate.released.resolve() };
  }

  async judge({ task }: JudgeRequest, _signal: AbortSignal, onAttempt: AttemptListener): Promise<Judgement> {
    const text = this.choices.shift() ?? this.choice;
    const wanted = task.choices.find((one) => one.text === text);
    const chosen = wanted ?? task.choices.find(({ kind }) => kind === 'action') ?? task.choices[0];
    const judgement = { choice: chosen?.id ?? '', reason: 'scripted' };
    onAttempt(attempt([JSON.stringify(judgement)]));
    return judgement;
  }

  async *generate(
    request: WordsRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): AsyncIterable<string> {
    this.engaged.push(request);
    this.signals.push(signal);
    if (request.task.type === 'arguments' || request.task.type === 'guard') {
      const text = request.task.type === 'guard' ? this.check : this.input;
      yield text;
      onAttempt(attempt([text]));
      return;
    }
    const isSummary = request.task.type === 'summarize';
    const hold = isSummary ? this.#summaryHold : this.#holds.shift();
    if (isSummary) this.#summaryHold = undefined;
    const error = isSummary ? this.summaryFailure : this.failure;
    if (error) throw error;
    const pieces = isSummary ? this.summary : this.#nextMessage();
    const taken: string[] = [];
    try {
      for (const [index, piece] of pieces.entries()) {
        if (index === 1 && hold) {
          hold.reached.resolve();
          await Promise.race([hold.released.promise, aborted(signal)]);
        }
        taken.push(piece);
        yield piece;
      }
    } finally {
      const isWhole = taken.length === pieces.length;
      onAttempt(attempt(taken, { finishReason: isWhole ? 'stop' : null }));
    }
  }

  #nextMessage(): readonly string[] {
    return (this.messages.length > 1 ? this.messages.shift() : this.messages[0]) ?? [];
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}
