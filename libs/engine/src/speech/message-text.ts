import { toStorableText } from '@svc/kernel';

/**
 * The agent's message as it arrives in pieces. Each piece is passed on as soon as possible. White space before the first word
 * is dropped, unstorable characters are cleaned as `toStorableText` does for the whole text, and text beyond the limit is cut.
 * A surrogate pair may be split between pieces, so its first half waits for the second.
 */
export class MessageText {
  #whole = '';
  #waiting = '';
  #isCut = false;

  constructor(
    /** In UTF-16 code units. */
    readonly maxCharacters: number,
  ) {}

  /** The text so far. */
  get whole(): string {
    return this.#whole;
  }

  /** True once text was left out. No more text comes. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** The part of the message that can be sent now; may be empty. */
  push(piece: string): string {
    const text = (this.#waiting + piece).replaceAll('\u0000', '');
    const isSplit = /[\uD800-\uDBFF]$/.test(text);
    this.#waiting = isSplit ? text.slice(-1) : '';
    return this.#append(isSplit ? text.slice(0, -1) : text);
  }

  /** The rest when no piece follows. */
  end(): string {
    const rest = this.#waiting;
    this.#waiting = '';
    return this.#append(rest);
  }

  /** The rest when the model broke off, with a mark unless a sentence ends there: text that was sent can't be withdrawn. */
  breakOff(): string {
    const rest = this.end();
    const isUnfinished = this.#whole.trim() !== '' && !/[.!?…。！？]["'”’»)\]]*\s*$/.test(this.#whole);
    const mark = isUnfinished ? this.#append('…') : '';
    this.#isCut = true;
    return rest + mark;
  }

  #append(raw: string): string {
    const clean = toStorableText(raw);
    const text = this.#whole === '' ? clean.trimStart() : clean;
    const room = this.#isCut ? 0 : this.maxCharacters - this.#whole.length;
    const fitting = text.length <= room ? text : wholeCharacters(text, room);
    this.#isCut ||= fitting.length < text.length;
    this.#whole += fitting;
    return fitting;
  }
}

/** The first `units` code units, or one less if that would split a surrogate pair. */
function wholeCharacters(text: string, units: number): string {
  const cut = text.slice(0, units);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
