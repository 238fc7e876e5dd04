import type { EngageRequest, Judgement, JudgeRequest, ModelPort } from '@svc/engine';
import { deferred, type Deferred } from './deferred.js';

/** A model whose answers are written down beforehand, and which can be held back in the middle of a message. */
export class ScriptedModel implements ModelPort {
  readonly name = 'scripted/test';
  /** What the next messages say; the last entry is said again and again. */
  messages: (readonly string[])[] = [['Hello', ' there.']];
  /** Text of the choice that a judgement takes; otherwise the first action offered. */
  choice: string | undefined;
  /** Thrown instead of a message. */
  failure: Error | undefined;
  readonly engaged: EngageRequest[] = [];
  readonly signals: AbortSignal[] = [];
  #holds: { readonly reached: Deferred; readonly released: Deferred }[] = [];

  /** As new. */
  reset(): void {
    this.messages = [['Hello', ' there.']];
    this.choice = undefined;
    this.failure = undefined;
    this.#holds = [];
  }

  /** The next message stops after its first piece, until released. */
  hold(): { readonly reached: Promise<void>; release(): void } {
    const gate = { reached: deferred(), released: deferred() };
    this.#holds.push(gate);
    return { reached: gate.reached.promise, release: () => gate.released.resolve() };
  }

  async judge({ task }: JudgeRequest): Promise<Judgement> {
    const wanted = task.choices.find(({ text }) => text === this.choice);
    const chosen = wanted ?? task.choices.find(({ kind }) => kind === 'action') ?? task.choices[0];
    return { choice: chosen?.id ?? '', reason: 'scripted' };
  }

  async *generate(request: EngageRequest, signal: AbortSignal): AsyncIterable<string> {
    this.engaged.push(request);
    this.signals.push(signal);
    const hold = this.#holds.shift();
    if (this.failure) throw this.failure;
    const pieces = (this.messages.length > 1 ? this.messages.shift() : this.messages[0]) ?? [];
    for (const [index, piece] of pieces.entries()) {
      if (index === 1 && hold) {
        hold.reached.resolve();
        await Promise.race([hold.released.promise, aborted(signal)]);
      }
      yield piece;
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}
