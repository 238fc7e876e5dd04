import { toStorableText } from '@svc/kernel';
import type { EngageTask } from '../model/model-task.js';
import type { Channel } from '../runtime/channel.js';
import { fork, type ForkedScript, type Script } from '../runtime/script.js';
import { sleep } from '../turn/sleep.js';
import type { TurnWalk } from '../turn/turn-walk.js';
import { askRuling } from './ask-ruling.js';
import { inPlaceOf } from './in-place-of.js';
import { Sentences } from './sentences.js';
import type { FinalRuling } from './speech-policy.js';
import type { Speech } from './speech.js';

/** Bound of every wait, for the end of a sentence or for a policy's hold. */
export const maxHoldMs = 2_000;

/** Bound of held text, in UTF-16 code units. */
export const maxHeldCharacters = 2_000;

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
  /** Text that a policy holds, and the ruling that applies when the hold ends. */
  #held: { readonly text: string; readonly otherwise: FinalRuling } | null = null;
  /** Runs while text waits. */
  #timer: ForkedScript | null = null;
  #hold = 0;
  /** Since the timer was last set: what waits now came later. */
  #hasRuled = false;
  #hasWithheld = false;

  /** @param coming source of the pieces; also gets the end of a hold */
  constructor(
    readonly walk: TurnWalk,
    readonly task: EngageTask,
    readonly speech: Speech,
    readonly coming: Pick<Channel<HoldIsOver>, 'put'>,
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
    if (this.#held !== null) this.#settle(this.#held.text, this.#held.otherwise);
    this.speech.say(text);
  }

  *#rule(text: string, isWhole: boolean, mayHold: boolean): Script<void> {
    const unsaid = toStorableText((this.#held?.text ?? '') + text);
    if (unsaid.trim() === '') return this.speech.say(unsaid);
    const message = { task: this.task, said: this.speech.said };
    const ruling = yield* askRuling(this.walk, { text: unsaid, isWhole }, message);
    if (ruling.type !== 'hold') this.#settle(unsaid, ruling);
    else if (mayHold && unsaid.length <= maxHeldCharacters)
      this.#held = { text: unsaid, otherwise: ruling.otherwise };
    else this.#settle(unsaid, ruling.otherwise);
  }

  #settle(text: string, ruling: FinalRuling): void {
    this.#held = null;
    this.#hasRuled = true;
    this.#hasWithheld ||= ruling.type !== 'say';
    if (ruling.type === 'say') this.speech.say(text);
    else if (ruling.type === 'replace') this.speech.say(inPlaceOf(text, ruling.by));
    if (ruling.endsMessage) this.speech.end();
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
    yield* sleep(this.walk, 'hold', maxHoldMs);
    this.coming.put({ type: 'hold-is-over', hold });
  }
}
