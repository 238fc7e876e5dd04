import type { SeededRandom } from '@svc/testing';
import { HostileModel, type Answer, type Asked } from '../support/hostile-model.js';

const failures: Readonly<Record<Asked, { readonly percent: number; readonly answers: readonly Answer[] }>> = {
  judgement: {
    percent: 20,
    answers: [
      { text: 'hmm' },
      { status: 500 },
      { status: 429, headers: { 'retry-after': '1' } },
      { isDestroyed: true },
      { isBodyCut: true },
      { fields: { content: null } },
      { body: 'x' },
    ],
  },
  message: {
    percent: 20,
    answers: [
      { cutAfter: 2 },
      { status: 503 },
      { pieces: [] },
      { garbage: 'data: {not json\n\n' },
      { without: 'end' },
      { isDestroyed: true },
    ],
  },
};

/** A model that fails 20 % of its judgements and messages, each in a random way. It counts them. */
export class FailingModel {
  readonly #asked: Record<Asked, number> = { judgement: 0, message: 0 };
  readonly #failed: Record<Asked, number> = { judgement: 0, message: 0 };

  private constructor(
    private readonly model: HostileModel,
    private readonly random: SeededRandom,
  ) {
    model.misbehave((kind) => this.#answer(kind));
  }

  static async start(random: SeededRandom): Promise<FailingModel> {
    return new FailingModel(await HostileModel.start(), random);
  }

  get url(): string {
    return this.model.url;
  }

  /** What it was asked and how much of it failed, in words for a report. */
  get summary(): string {
    const of = (kind: Asked) => `${this.#asked[kind]} ${kind}s (${this.#failed[kind]} failed)`;
    return `${of('judgement')} and ${of('message')}`;
  }

  stop(): Promise<void> {
    return this.model.stop();
  }

  #answer(kind: Asked): Answer | undefined {
    const { percent, answers } = failures[kind];
    this.#asked[kind] += 1;
    if (this.random.below(100) >= percent) return undefined;
    this.#failed[kind] += 1;
    return answers[this.random.below(answers.length)];
  }
}
