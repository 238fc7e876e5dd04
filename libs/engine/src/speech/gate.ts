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

/** No text waits longer: neither for the end of its sentence nor because a policy holds it. */
export const maxHoldMs = 2_000;

/** A policy holds no more than that, in UTF-16 code units. */
export const maxHeldCharacters = 2_000;

/** Text has waited as long as it may. */
export interface HoldIsOver {
  readonly type: 'hold-is-over';
  /** Counts from 1. */
  readonly hold: number;
}

/**
 * Where each piece of a message passes before it is said. Without policies that is at once; with policies it is sentence by
 * sentence, each when they let it. While they rule on one, further pieces gather.
 */
export class Gate {
  readonly #sentences = new Sentences();
  /** Ruled to be held, and what comes of it when it can be held no longer. */
  #held: { readonly text: string; readonly otherwise: FinalRuling } | null = null;
  /** Runs while text waits. */
  #timer: ForkedScript | null = null;
  #hold = 0;
  /** Since the timer was set last: what waits now has come later. */
  #hasRuled = false;
  #hasWithheld = false;

  /** @param coming whence pieces come: there it is told as well that a hold is over */
  constructor(
    readonly walk: TurnWalk,
    readonly task: EngageTask,
    readonly speech: Speech,
    readonly coming: Pick<Channel<HoldIsOver>, 'put'>,
  ) {}

  /** Whether something of the message was not said as the model worded it. */
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
    // It may have been ended while policies ruled.
    if (hold !== this.#hold || this.#timer === null) return;
    this.#timer = null;
    yield* this.#ruleOnRest(this.#sentences.rest(), false);
    yield* this.#keepTime();
  }

  /** The model has ended: nothing waits any longer. @param isWhole false where it broke off */
  *close(isWhole: boolean): Script<void> {
    yield* this.#ruleOnRest(this.#sentences.last(), isWhole);
  }

  /** Nobody hears any more what waits. */
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
