import { ReasoningFilter, type Heeded } from './reasoning-filter.js';
import { RepetitionWatch } from './repetition-watch.js';
import { Unwrapper } from './unwrapper.js';

/** Why no more of a message is wanted. */
export type EnoughOf = 'repetition' | 'length';

/**
 * A message that is still going on here ends with its sentence, and a bit further on with its word: before the engine
 * would cut it in the middle of one. In UTF-16 code units.
 */
const manyCharacters = 8_000;
const tooManyCharacters = 9_500;

/**
 * What a user may hear of a message as its model streams it: without what was thought aloud, unwrapped, and no further
 * than to where it repeats itself or has become too long. The same text comes out however it is split into pieces.
 */
export class SpokenText {
  readonly #thinking = new ReasoningFilter();
  readonly #wrapping: Unwrapper;
  readonly #repetition = new RepetitionWatch();
  #said: number;
  #last: string;
  #reasoning = '';
  #enough: EnoughOf | null = null;

  /** @param before what was said of the same message already */
  constructor(before = '') {
    this.#wrapping = new Unwrapper(before !== '');
    this.#said = before.length;
    this.#last = before.slice(-1);
  }

  /** What was thought aloud so far. */
  get reasoning(): string {
    return this.#reasoning;
  }

  /** Not null once nothing more is to be said. */
  get enough(): EnoughOf | null {
    return this.#enough;
  }

  /** The part of the message that can be said now; may be empty. */
  push(piece: string): string {
    return this.#bounded(this.#wrapping.push(this.#heed(this.#thinking.push(piece))));
  }

  /** What is left to say when no piece follows. */
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

  /** Up to where a sentence ends, or later on a word, once the message has become too long. */
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
