import type { AttemptListener, EngageRequest, Judgement, JudgeRequest, ModelPort } from '../src/index.js';
import { attempt } from './attempts.js';

/** Chooses by a list of numbers, each modulo the number of choices, and says the given pieces. */
export class ArbitraryModel implements ModelPort {
  readonly name = 'arbitrary/test';
  readonly settings = {};
  #judged = 0;

  constructor(
    readonly picks: readonly number[],
    readonly pieces: readonly string[],
  ) {}

  get judged(): number {
    return this.#judged;
  }

  async judge({ task }: JudgeRequest, _signal: AbortSignal, onAttempt: AttemptListener): Promise<Judgement> {
    const pick = this.picks[this.#judged % this.picks.length] ?? 0;
    this.#judged += 1;
    const choice = task.choices[pick % task.choices.length];
    onAttempt(attempt([]));
    return { choice: choice?.id ?? '', reason: `pick ${pick}` };
  }

  async *generate(
    _request: EngageRequest,
    _signal: AbortSignal,
    onAttempt: AttemptListener,
  ): AsyncIterable<string> {
    try {
      yield* this.pieces;
    } finally {
      onAttempt(attempt(this.pieces));
    }
  }
}
