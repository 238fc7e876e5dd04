import type { Judgement, JudgeRequest, ModelPort } from '../src/index.js';

/** Chooses by a list of numbers, each taken modulo the number of choices, and says the pieces given. */
export class ArbitraryModel implements ModelPort {
  readonly name = 'arbitrary/test';
  #judged = 0;

  constructor(
    readonly picks: readonly number[],
    readonly pieces: readonly string[],
  ) {}

  get judged(): number {
    return this.#judged;
  }

  async judge({ task }: JudgeRequest): Promise<Judgement> {
    const pick = this.picks[this.#judged % this.picks.length] ?? 0;
    this.#judged += 1;
    const choice = task.choices[pick % task.choices.length];
    return { choice: choice?.id ?? '', reason: `pick ${pick}` };
  }

  async *generate(): AsyncIterable<string> {
    yield* this.pieces;
  }
}
