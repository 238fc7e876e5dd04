import { toStorableText } from '@svc/kernel';
import { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';
import { inPlaceOf } from './in-place-of.js';
import type { Outlet } from './outlet.js';
import type { Speech } from './speech.js';

/** What becomes of each of the checked sentences. */
export type Verdict = 'kept' | 'broken';

/** Judges sentences, of which none is blank; `said` comes before them. It takes as long as it may and never fails. */
export type Check = (said: string, sentences: readonly string[]) => Script<readonly Verdict[]>;

/**
 * Holds each text back until it is checked. While one check is under way more texts gather, and the next check takes them all.
 * They come out in order. The first that breaks a rule is replaced, later ones are left out.
 */
export class Guard implements Outlet {
  #waiting: string[] = [];
  /** Texts under check. */
  #checked: readonly string[] = [];
  #isEnded = false;
  #hasReplaced = false;
  readonly #came = new Channel<null>();
  readonly #settled = new Channel<null>();

  /** @param safeReply what is said in place of a sentence; must break no rule */
  constructor(
    readonly speech: Speech,
    readonly check: Check,
    readonly safeReply: string,
  ) {}

  get said(): string {
    return [this.speech.said, ...this.#checked, ...this.#waiting].join('');
  }

  get isOver(): boolean {
    return this.speech.isOver || this.#isEnded;
  }

  /** Whether some text was not sent as the model worded it. */
  get hasWithheld(): boolean {
    return this.#hasReplaced;
  }

  say(text: string): void {
    if (this.#isEnded || text === '') return;
    this.#waiting.push(text);
    this.#came.put(null);
  }

  end(): void {
    this.#isEnded = true;
    this.#came.put(null);
  }

  /** Lets out what passes, for as long as it runs. */
  *watch(): Script<never> {
    for (;;) {
      yield* this.#came.take();
      // Nothing is heard any more, so nothing is checked.
      const texts = this.speech.isOver ? [] : this.#waiting;
      this.#checked = texts;
      this.#waiting = [];
      const sentences = texts.map(toStorableText).filter((text) => text.trim() !== '');
      const verdicts = sentences.length === 0 ? [] : yield* this.check(this.speech.said, sentences);
      const each = verdicts.values();
      this.#checked = [];
      for (const text of texts) this.#let(text, text.trim() === '' ? 'kept' : each.next().value);
      if (this.#isEnded && this.#waiting.length === 0) this.speech.end();
      this.#settled.put(null);
    }
  }

  /** Waits until nothing is held back. */
  *settled(): Script<void> {
    while (this.#checked.length + this.#waiting.length > 0) yield* this.#settled.take();
  }

  #let(text: string, verdict: Verdict | undefined): void {
    if (verdict === 'kept') {
      this.speech.say(text);
      return;
    }
    if (!this.#hasReplaced) this.speech.say(inPlaceOf(text, this.safeReply));
    this.#hasReplaced = true;
  }
}
