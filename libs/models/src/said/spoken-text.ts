import { ReasoningFilter, type Heeded } from './reasoning-filter.js';
import { RepetitionWatch } from './repetition-watch.js';
import { Unwrapper } from './unwrapper.js';

/** Why a message is ended early. */
export type EnoughOf = 'repetition' | 'length';

/**
 * A message that is longer ends with its sentence, or a bit later with its word, before the engine would cut it inside one. In
 * UTF-16 code units.
 */
const manyCharacters = 8_000;
const tooManyCharacters = 9_500;

/**
 * What the user gets of a streaming message: without reasoning, unwrapped, and only up to a repetition or the maximum length.
 * The result does not depend on the split into pieces.
 */
export class SpokenText {
  readonly #thinking = new ReasoningFilter();
  readonly #wrapping: Unwrapper;
  readonly #repetition = new RepetitionWatch();
  #said: number;
  #last: string;
  #reasoning = '';
  #enough: EnoughOf | null = null;

  /** @param before text of the same message that was already sent */
  constructor(before = '') {
    this.#wrapping = new Unwrapper(before !== '');
    this.#said = before.length;
    this.#last = before.slice(-1);
  }

  /** The reasoning so far. */
  get reasoning(): string {
    return this.#reasoning;
  }

  /** Not null once the message is ended. */
  get enough(): EnoughOf | null {
    return this.#enough;
  }

  /** The part of the message that can be sent now; may be empty. */
  push(piece: string): string {
    return this.#bounded(this.#wrapping.push(this.#heed(this.#thinking.push(piece))));
  }

  /** The rest when no piece follows. */
  end(): string {
    const rest = this.#wrapping.push(this.#heed(this.#thinking.end()));
    return this.#bounded(rest + this.#wrapping.end());
  }

  #heed({ text, reasoning }: Heeded): string {
    this.#reasoning += reasoning;
    return text;
  }

  #bounded(text: string): string {
    if (this.#enough !== null) return '';
    const fitting = this.#fitting(this.#repetition.push(text));
    if (this.#enough === null && this.#repetition.hasRepeated) this.#enough = 'repetition';
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
