import { begunMark, kindOf, mark, type MarkKind } from './marks.js';

/** Parts of a piece: text for the user, and reasoning. */
export interface Heeded {
  readonly text: string;
  readonly reasoning: string;
}

type Out = { text: string; reasoning: string };

/** Where the text goes that comes next. `header`: to nobody; it names a channel. `role`: to nobody, up to the end of its line. */
type Place = 'speech' | 'thought' | 'header' | 'role' | 'echo' | 'over';

/** What gpt-oss leaves of its channels when a server drops control tokens. */
const bareChannel = /^\s*(?:analysis|commentary)/;
const bareFinal = 'assistantfinal';

/**
 * Keeps a model's reasoning apart from its message, in every form that open models use, with any split into pieces. Control
 * tokens and echoed pieces of the prompt end the message, or are dropped before its first word.
 *
 * Some models never write the opening tag, because their chat template has it. Where that is possible, the text is held until
 * its closing tag or its end shows what it is.
 */
export class ReasoningFilter {
  #place: Place = 'speech';
  #waiting = '';
  #header = '';
  #hasSpoken = false;
  #isLineBegun = false;
  /** Null when nothing is held. */
  #held: string | null;
  #hasUnopened = false;
  #isSpoilt = false;
  #opened = '';
  /** The reasoning is a channel, which ends with the header of the next one. */
  #isChannel = false;

  /** @param mayBeUnopened reasoning may come first, without an opening tag */
  constructor(mayBeUnopened = false) {
    this.#held = mayBeUnopened ? '' : null;
  }

  /** Whether the message began with reasoning that had no opening tag. */
  get hasUnopened(): boolean {
    return this.#hasUnopened;
  }

  /** Whether reasoning without an opening tag was taken for the message. */
  get isSpoilt(): boolean {
    return this.#isSpoilt;
  }

  /** Whether the text so far ends within reasoning. */
  get isThinking(): boolean {
    return this.#place === 'thought';
  }

  /** Reasoning since the last opening tag, without its end. */
  get unclosed(): string {
    return this.isThinking ? this.#opened : '';
  }

  /** Whether the message is over: nothing that follows belongs to it. */
  get isOver(): boolean {
    return this.#place === 'over';
  }

  push(piece: string): Heeded {
    const all = this.#waiting + piece;
    const out = { text: '', reasoning: '' };
    let from = 0;
    for (const found of all.matchAll(mark)) {
      this.#put(all.slice(from, found.index), out);
      this.#take(found[0], out);
      from = found.index + found[0].length;
    }
    const rest = all.slice(from);
    const kept = begunMark(rest);
    this.#put(rest.slice(0, rest.length - kept), out);
    this.#waiting = rest.slice(rest.length - kept);
    return out;
  }

  /** What waited for the rest of an incomplete mark, and what was held. */
  end(): Heeded {
    const out = { text: '', reasoning: '' };
    this.#put(this.#waiting, out);
    this.#waiting = '';
    this.#release(out);
    return out;
  }

  /** The model shows its reasoning elsewhere: nothing has to be held. */
  reasonsElsewhere(): void {
    if (this.#held === '') this.#held = null;
  }

  #put(text: string, out: Out): void {
    if (text === '') return;
    switch (this.#place) {
      case 'speech':
        this.#isLineBegun = !/(?:^|\n)[^\S\n]*$/.test(text) || (this.#isLineBegun && !text.includes('\n'));
        this.#say(text, out);
        return;
      case 'thought':
        this.#opened += text;
        out.reasoning += text;
        return;
      case 'header':
        this.#header += text;
        return;
      case 'role': {
        const line = text.indexOf('\n');
        if (line < 0) return;
        this.#place = 'speech';
        this.#put(text.slice(line + 1), out);
        return;
      }
      case 'echo':
      case 'over':
    }
  }

  #say(text: string, out: Out): void {
    if (this.#held === null) {
      this.#hasSpoken ||= text.trim() !== '';
      out.text += text;
      return;
    }
    const looked = Math.max(0, this.#held.length - bareFinal.length);
    this.#held += text;
    const end = bareChannel.test(this.#held) ? this.#held.indexOf(bareFinal, looked) : -1;
    if (end < 0) return;
    const rest = this.#held.slice(end + bareFinal.length);
    this.#held = this.#held.slice(0, end);
    this.#unopened(out);
    this.#say(rest, out);
  }

  #take(text: string, out: Out): void {
    const kind = kindOf(text);
    if (kind === null || !this.#heeds(kind)) return this.#put(text, out);
    switch (kind) {
      case 'none':
        return;
      case 'open':
        return this.#open(out);
      case 'close':
        if (this.isThinking) this.#place = 'speech';
        else this.#unopened(out);
        return;
      case 'header':
        this.#endTurn(out);
        if (!this.isOver) this.#place = 'header';
        this.#header = '';
        return;
      case 'body':
        return this.#body(out);
      case 'segment-end':
        // Of a channel with reasoning: a header follows.
        if (!this.isThinking) this.#endTurn(out);
        return;
      case 'role':
        this.#endTurn(out);
        if (!this.isOver) this.#place = 'role';
        return;
      case 'role-end':
        if (this.#place === 'role') this.#place = 'speech';
        return;
      case 'turn-end':
        return this.#endTurn(out);
      case 'echo':
        return this.#echo(text, out);
    }
  }

  /** Reasoning may quote any mark but the one that ends it. An echo of the prompt begins a line. */
  #heeds(kind: MarkKind): boolean {
    if (this.#place === 'over') return false;
    if (this.isThinking)
      return this.#isChannel ? kind === 'header' || kind === 'segment-end' : kind === 'close';
    if (kind === 'body') return this.#place === 'header';
    return kind !== 'echo' || !this.#isLineBegun || this.#place === 'echo';
  }

  #open(out: Out, isChannel = false): void {
    this.#release(out);
    this.#opened = '';
    this.#isChannel = isChannel;
    this.#place = 'thought';
  }

  #body(out: Out): void {
    if (/analysis|commentary/.test(this.#header)) this.#open(out, true);
    else this.#place = /user|system|tool/.test(this.#header) ? 'over' : 'speech';
  }

  /** A closing tag came that was not opened: what came before it was reasoning. */
  #unopened(out: Out): void {
    if (this.#held === null) {
      this.#isSpoilt ||= this.#hasSpoken;
      return;
    }
    this.#hasUnopened = true;
    out.reasoning += this.#held;
    this.#held = null;
  }

  #release(out: Out): void {
    const held = this.#held;
    this.#held = null;
    if (held !== null && held !== '') this.#say(held, out);
  }

  #endTurn(out: Out): void {
    this.#release(out);
    this.#place = this.#hasSpoken ? 'over' : 'speech';
    this.#isLineBegun = false;
  }

  #echo(text: string, out: Out): void {
    this.#endTurn(out);
    if (!this.isOver) this.#place = text.includes('/') ? 'speech' : 'echo';
  }
}
