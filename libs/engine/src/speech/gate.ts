import { toStorableText } from '@svc/kernel';
import { answerTo } from '../commands/ask.js';
import type { Commands } from '../commands/commands.js';
import { sleep } from '../commands/sleep.js';
import type { EngageTask } from '../model/model-task.js';
import type { Channel } from '../runtime/channel.js';
import { fork, type ForkedScript, type Script } from '../runtime/script.js';
import { inPlaceOf } from './in-place-of.js';
import { maxSentence, Sentences } from './sentences.js';
import type { FinalRuling } from '../protocol/speech-policy.js';
import type { Outlet } from './outlet.js';

/** Bound of every wait, for the end of a sentence or for a policy's hold. */
export const maxHoldMs = 2_000;

/** Bound of held text, in UTF-16 code units. */
export const maxHeldCharacters = 2_000;

/** Text that a policy holds, and the ruling that applies when the hold ends. */
interface HeldText {
  readonly text: string;
  /** Whether it ends with its sentence. */
  readonly isWhole: boolean;
  readonly otherwise: FinalRuling;
}

/** Text has waited for the maximum time. */
export interface HoldIsOver {
  readonly type: 'hold-is-over';
  /** Counts from 1. */
  readonly hold: number;
}

/**
 * Each piece of a message passes here before it is sent: without policies at once, with policies sentence by sentence when they
 * allow it. Pieces that come during a ruling are buffered.
 */
export class Gate {
  readonly #sentences = new Sentences();
  /** What was sent of a sentence that was split. Policies are shown it with the rest, so that no split gets a phrase by. */
  #begun = '';
  #held: HeldText | null = null;
  /** Runs while text waits. */
  #timer: ForkedScript | null = null;
  #hold = 0;
  /** Since the timer was last set: what waits now came later. */
  #hasRuled = false;
  #hasWithheld = false;

  /**
   * @param speech where text goes that is allowed
   * @param coming source of the pieces; also gets the end of a hold
   * @param hasPolicies without, each sentence is allowed
   */
  constructor(
    readonly commands: Commands,
    readonly task: EngageTask,
    readonly speech: Outlet,
    readonly coming: Pick<Channel<HoldIsOver>, 'put'>,
    readonly hasPolicies = true,
  ) {}

  /** Whether some text was not sent as the model worded it. */
  get hasWithheld(): boolean {
    return this.#hasWithheld;
  }

  *pass(piece: string): Script<void> {
    this.#sentences.push(piece);
    for (let next = this.#sentences.next(); next && !this.speech.isOver; next = this.#sentences.next())
      yield* this.#rule(next.text, next.isWhole, true);
    yield* this.#keepTime();
  }

  *holdIsOver({ hold }: HoldIsOver): Script<void> {
    // The hold may have ended during a ruling.
    if (hold !== this.#hold || this.#timer === null) return;
    this.#timer = null;
    yield* this.#ruleOnRest(this.#sentences.rest(), false);
    yield* this.#keepTime();
  }

  /**
   * The model has ended: nothing waits any longer.
   * @param isWhole false where it broke off
   */
  *close(isWhole: boolean): Script<void> {
    yield* this.#ruleOnRest(this.#sentences.last(), isWhole);
  }

  /** Drops the waiting text. */
  letGo(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  *#ruleOnRest(text: string, isWhole: boolean): Script<void> {
    if (text.trim() !== '') return yield* this.#rule(text, isWhole, false);
    if (this.#held !== null) this.#settle(this.#held, this.#held.otherwise);
    this.#say(text, false);
  }

  *#rule(text: string, isWhole: boolean, mayHold: boolean): Script<void> {
    const unsaid = toStorableText((this.#held?.text ?? '') + text);
    if (unsaid.trim() === '') return this.#say(unsaid, isWhole);
    if (!this.hasPolicies) return this.#settle({ text: unsaid, isWhole }, { type: 'say' });
    const message = { task: this.task, said: this.speech.said };
    const begun = this.#begun;
    const shown = { text: begun + unsaid, ...(begun === '' ? {} : { begun }), isWhole };
    const id = this.commands.nextId('r');
    const { ruling } = yield* answerTo(this.commands, { type: 'rule', id, unsaid: shown, message });
    if (ruling.type !== 'hold') this.#settle({ text: unsaid, isWhole }, ruling);
    else if (mayHold && unsaid.length <= maxHeldCharacters)
      this.#held = { text: unsaid, isWhole, otherwise: ruling.otherwise };
    else this.#settle({ text: unsaid, isWhole }, ruling.otherwise);
  }

  #settle({ text, isWhole }: Omit<HeldText, 'otherwise'>, ruling: FinalRuling): void {
    this.#held = null;
    this.#hasRuled = true;
    this.#hasWithheld ||= ruling.type !== 'say';
    const said = ruling.type === 'say' ? text : ruling.type === 'replace' ? inPlaceOf(text, ruling.by) : '';
    this.#say(said, isWhole);
    if (ruling.endsMessage) this.speech.end();
  }

  #say(text: string, isWhole: boolean): void {
    this.speech.say(text);
    this.#begun = isWhole ? '' : (this.#begun + text).slice(-maxSentence);
  }

  *#keepTime(): Script<void> {
    const waits = !this.speech.isOver && (this.#held !== null || !this.#sentences.isEmpty);
    if (waits && this.#timer !== null && !this.#hasRuled) return;
    this.#timer?.cancel();
    this.#hasRuled = false;
    this.#hold += 1;
    this.#timer = waits ? yield* fork(this.#count(this.#hold)) : null;
  }

  *#count(hold: number): Script<void> {
    yield* sleep(this.commands, 'hold', maxHoldMs);
    this.coming.put({ type: 'hold-is-over', hold });
  }
}
