import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import { answerForms, weakerForm, weakestOf, type AnswerForm } from '../definition/answer-form.js';
import type { ModelDefinition, SamplingName } from '../definition/model-definition.js';
import { ThoughtForm } from '../said/thought-form.js';
import { refusalIn } from './refusal.js';

/** What a request sends besides its messages. */
export interface Manner {
  readonly form: AnswerForm;
  /** Sampling that is not sent. */
  readonly leftOut: ReadonlySet<SamplingName>;
}

/** A request that went out. */
export interface SentRequest {
  readonly manner: Manner;
  /** Whether it asked for a form. */
  readonly hasForm: boolean;
  readonly parameters: readonly SamplingName[];
}

export type Capabilities = ModelDefinition['capabilities'];

/** What all preferences of a model share. */
export type KnownOfModel = Partial<Pick<ModelCapabilities, 'thoughts' | 'cacheMarks'>>;

/**
 * What a model's API accepts, as far as this process knows from the configuration and from refusals. A refused form or
 * parameter costs one request, not one for each call.
 */
export class ModelCapabilities {
  /** Whether it can be made to call a tool, as far as is known. */
  callsTools = true;
  #manner: Manner;
  /** Whether a response in the current form has come. */
  #isFormProven = false;
  #hasGuessed = false;
  #onLearnt: (manner: Manner) => void = () => undefined;

  /** Default: reasoning always has tags, or comes apart from the text. */
  readonly thoughts: ThoughtForm;
  /** Null where its prompts have none. */
  readonly cacheMarks: SharedV4ProviderOptions | null;

  constructor(
    configured?: Partial<Capabilities>,
    { thoughts = new ThoughtForm(false), cacheMarks = null }: KnownOfModel = {},
  ) {
    this.thoughts = thoughts;
    this.cacheMarks = cacheMarks;
    this.#manner = {
      form: configured?.structured_output ?? answerForms[0],
      leftOut: new Set(configured?.refused_sampling),
    };
  }

  get manner(): Manner {
    return this.#manner;
  }

  /** @param onLearnt gets each change */
  watch(onLearnt: (manner: Manner) => void): void {
    this.#onLearnt = onLearnt;
  }

  /**
   * How to repeat a refused request; null when the refusal is about something else, or nothing is left to omit. Where a refusal
   * names nothing, the form is tested once in a process.
   */
  after(error: unknown, { manner, hasForm, parameters }: SentRequest): Manner | null {
    const refusal = refusalIn(error);
    if (refusal === null) return null;
    const refused = refusal.parameters.filter((name) => parameters.includes(name));
    if (refused.length > 0) return { ...manner, leftOut: new Set([...manner.leftOut, ...refused]) };
    const form = hasForm ? weakerForm(manner.form) : null;
    if (form === null || !(refusal.namesForm || this.#mayGuess(manner.form))) return null;
    return { ...manner, form };
  }

  /** The request got a response. */
  answered({ manner, hasForm }: SentRequest): void {
    const known = this.#manner;
    const form = weakestOf(known.form, manner.form);
    const leftOut = new Set([...known.leftOut, ...manner.leftOut]);
    if (hasForm && form === manner.form) this.#isFormProven = true;
    if (form === known.form && leftOut.size === known.leftOut.size) return;
    this.#manner = { form, leftOut };
    this.#onLearnt(this.#manner);
  }

  #mayGuess(form: AnswerForm): boolean {
    const isFirst = form === this.#manner.form;
    if (this.#isFormProven || (isFirst && this.#hasGuessed)) return false;
    this.#hasGuessed = true;
    return true;
  }
}
