import { OwnTurn, type Speakers } from './own-turn.js';
import { ReasoningFilter, type Heeded } from './reasoning-filter.js';
import { RepetitionWatch } from './repetition-watch.js';
import { Unwrapper } from './unwrapper.js';

/** Why a message is ended early. `turn`: it is whole, and the model goes on with something else. */
export type EnoughOf = 'repetition' | 'length' | 'turn';

export interface SpokenTextOptions {
  /** Text of the same message that was already sent. */
  readonly before?: string;
  readonly speakers: Speakers;
  /** Reasoning may come first, without an opening tag. The text is then held until that is known. */
  readonly mayBeUnopened?: boolean;
}

/**
 * A message that is longer ends with its sentence, or a bit later with its word, before the engine would cut it inside one. In
 * UTF-16 code units.
 */
const manyCharacters = 8_000;
const tooManyCharacters = 9_500;

/**
 * What the user gets of a streaming message: without reasoning and other turns, unwrapped, and only up to a repetition or the
 * maximum length. The result does not depend on the split into pieces.
 */
export class SpokenText {
  readonly #thinking: ReasoningFilter;
  readonly #turn: OwnTurn;
  readonly #wrapping: Unwrapper;
  readonly #repetition = new RepetitionWatch();
  #said: number;
  #last: string;
  #reasoning = '';
  #enough: EnoughOf | null = null;

  constructor({ before = '', speakers, mayBeUnopened = false }: SpokenTextOptions) {
    this.#thinking = new ReasoningFilter(mayBeUnopened);
    this.#turn = new OwnTurn(speakers, before);
    this.#wrapping = new Unwrapper(before !== '');
    this.#said = before.length;
    this.#last = before.slice(-1);
  }

  /** The reasoning so far. */
  get reasoning(): string {
    return this.#reasoning;
  }

  /** Whether the text so far ends within reasoning. */
  get isThinking(): boolean {
    return this.#thinking.isThinking;
  }

  /** Whether the message began with reasoning that had no opening tag. */
  get hasUnopened(): boolean {
    return this.#thinking.hasUnopened;
  }

  /** Whether reasoning without an opening tag was taken for the message. */
  get isSpoilt(): boolean {
    return this.#thinking.isSpoilt;
  }

  /** The model shows its reasoning elsewhere: nothing has to be held. */
  reasonsElsewhere(): void {
    this.#thinking.reasonsElsewhere();
  }

  /** Not null once the message is ended. */
  get enough(): EnoughOf | null {
    return this.#enough;
  }

  /** The part of the message that can be sent now; may be empty. */
  push(piece: string): string {
    const text = this.#turn.push(this.#heed(this.#thinking.push(piece)));
    const said = this.#bounded(this.#wrapping.push(text));
    if (this.#thinking.isOver || this.#turn.isOver) this.#enough ??= 'turn';
    return said;
  }

  /** The rest when no piece follows. */
  end(): string {
    const last = this.#turn.push(this.#heed(this.#thinking.end())) + this.#turn.end();
    return this.#bounded(this.#wrapping.push(last) + this.#wrapping.end());
  }

  #heed({ text, reasoning }: Heeded): string {
    this.#reasoning += reasoning;
    return text;
  }

  #bounded(text: string): string {
    if (this.#enough !== null && this.#enough !== 'turn') return '';
    const unrepeated = this.#repetition.push(text);
    if (this.#repetition.hasRepeated) this.#enough = 'repetition';
    const fitting = this.#fitting(unrepeated);
    this.#said += fitting.length;
    this.#last = fitting.at(-1) ?? this.#last;
    return fitting;
  }

  /** Up to the end of a sentence, or later of a word, once the message is too long. */
  #fitting(text: string): string {
    for (let place = Math.max(0, manyCharacters - this.#said); place < text.length; place += 1) {
      const before = place === 0 ? this.#last : text.charAt(place - 1);
      const mayEnd = /\s/.test(text.charAt(place))
        ? this.#said + place >= tooManyCharacters || /[.!?…]/.test(before)
        : /[。！？]/.test(before);
      if (!mayEnd) continue;
      this.#enough = 'length';
      return text.slice(0, place);
    }
    return text;
  }
}
