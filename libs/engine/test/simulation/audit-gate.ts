import { toStorableText } from '@svc/kernel';
import { maxHoldMs } from '../../src/speech/gate.js';
import type { FinalRuling, Ruling, TimedFact, TurnCommand } from '../../src/index.js';
import { isOfMessage } from './answers.js';
import { must } from './broken-rule.js';
import type { TurnStep } from './simulated-turn.js';

type Rule = Extract<TurnCommand, { readonly type: 'rule' }>;

/**
 * The text sent is what policies allow of the model's text, in order, and in time.
 * @param end how the turn ended; in a whole message no text is left waiting
 * @returns whether rulings left nothing to send; null without policies.
 * @throws BrokenRule
 */
export function auditGate(steps: readonly TurnStep[], room: number, message: EndOfMessage): boolean | null {
  const [first] = steps;
  if (first === undefined || !('fact' in first) || first.fact.type !== 'turn-began' || !first.fact.isGated)
    return null;
  const audit = new GateAudit(room);
  for (const step of steps) {
    if ('fact' in step) audit.came(step.fact);
    else audit.commanded(step.command);
  }
  return audit.ended(message);
}

/** `broken-off`: and not completed; `under-way`: the turn failed or was stopped. */
export type EndOfMessage = 'whole' | 'broken-off' | 'under-way';

const rule = 'what policies let be said is said, and nothing else';

class GateAudit {
  /** Text of the model. */
  #words = '';
  /** How much of it has a final ruling, or is white space between. */
  #settled = 0;
  #allowed = '';
  #told = '';
  #held: { readonly text: string; readonly otherwise: FinalRuling } | null = null;
  #asked: Rule | null = null;
  /** The model was told to stop, or has ended. */
  #isEnded = false;
  /** Policies have ended the message. */
  #isLast = false;
  #hasWithheld = false;
  /** Since when the oldest text waits; null when none does. */
  #waitsSinceMs: number | null = null;
  #atMs = 0;

  constructor(readonly room: number) {}

  came(fact: TimedFact): void {
    this.#atMs = fact.atMs;
    if (this.#isOverdue() && this.#held !== null) this.#settle(this.#held.text, this.#held.otherwise);
    must('no text waits longer than it may', !this.#isOverdue(), () => this.#waiting());
    if (isOfMessage(fact)) {
      this.#words += fact.text.replaceAll('\u0000', '');
      if (!this.#isBlank()) this.#waitsSinceMs ??= fact.atMs;
    }
    if (fact.type === 'model-ended') this.#isEnded = true;
    if (fact.type === 'ruled' && fact.id === this.#asked?.id) this.#ruled(this.#asked, fact.ruling);
  }

  commanded(command: TurnCommand): void {
    if (command.type === 'call-model') this.#begin();
    if (command.type === 'rule') this.#asks(command);
    if (command.type === 'stop-model') this.#isEnded = true;
    if (command.type === 'tell' && command.signal.type === 'message-piece') this.#told += command.signal.text;
  }

  ended(message: EndOfMessage): boolean {
    const isSaid = this.#told === this.#fitting(this.#allowed);
    if (this.#held !== null && (message !== 'under-way' || !isSaid))
      this.#settle(this.#held.text, this.#held.otherwise);
    const rest = this.#isBlank() && !this.#isLast ? this.#waiting() : '';
    const all = this.#allowed + rest;
    const mark = all.trim() === '' || all.trimEnd().endsWith('.') || this.#isLast ? '' : '…';
    // White space before waiting text may already be sent.
    const space = /^\s*/.exec(this.#waiting())?.[0] ?? '';
    const expected = {
      whole: [all],
      'broken-off': [all + mark],
      'under-way': [this.#allowed, all, this.#allowed + space],
    }[message].map((text) => this.#fitting(text));
    must(rule, expected.includes(this.#told), () => JSON.stringify({ told: this.#told, expected }));
    return this.#hasWithheld && this.#told.trim() === '';
  }

  /** A retried message begins again. */
  #begin(): void {
    this.#words = '';
    this.#settled = 0;
    this.#held = null;
    this.#waitsSinceMs = null;
  }

  #asks(command: Rule): void {
    must(rule, this.#asked === null, () => `${command.id} while ${this.#asked?.id} is open`);
    must(rule, !this.#isLast, () => `${command.id} behind the end`);
    const text = newText(command);
    const held = this.#held;
    if (held !== null && !this.#isNext(text)) this.#settle(held.text, held.otherwise);
    must(rule, this.#isNext(text), () => `"${text}" of "${this.#waiting()}"`);
    const known = command.message.said;
    must(rule, known === this.#told, () => `"${known}" is said to be said, not "${this.#told}"`);
    const { begun = '' } = command.unsaid;
    // White space is sent without a ruling.
    const sent = this.#allowed + this.#waiting().slice(0, this.#waiting().indexOf(text));
    must(rule, sent.endsWith(begun), () => `"${begun}" is said to be the begin of "${text}"`);
    this.#asked = command;
  }

  #ruled(command: Rule, ruling: Ruling): void {
    const text = newText(command);
    this.#asked = null;
    if (ruling.type === 'hold') this.#held = { text, otherwise: ruling.otherwise };
    else this.#settle(text, ruling);
  }

  #settle(text: string, ruling: FinalRuling): void {
    this.#held = null;
    const place = this.#waiting().indexOf(text);
    this.#allow(this.#waiting().slice(0, place));
    this.#settled += place + text.length;
    if (ruling.type === 'say') this.#allow(text);
    if (ruling.type === 'replace') this.#allow(replaced(text, ruling.by));
    this.#hasWithheld ||= ruling.type !== 'say';
    this.#isLast ||= ruling.endsMessage === true;
    this.#waitsSinceMs = this.#isBlank() ? null : this.#atMs;
  }

  #allow(text: string): void {
    this.#allowed += toStorableText(text);
  }

  /** Whether it is the next text, after at most white space. After held text it comes together with that. */
  #isNext(text: string): boolean {
    const place = this.#waiting().indexOf(text);
    const isBehindHeld = this.#held === null || text.startsWith(this.#held.text);
    return place >= 0 && isBehindHeld && this.#waiting().slice(0, place).trim() === '';
  }

  /** Text without a final ruling. */
  #waiting(): string {
    return toStorableText(this.#words).slice(this.#settled);
  }

  /** Whether only white space waits, or half a surrogate pair, which waits for its other half. */
  #isBlank(): boolean {
    const isHalf = /[\ud800-\udbff]$/.test(this.#words);
    return (
      this.#waiting()
        .slice(0, isHalf ? -1 : undefined)
        .trim() === ''
    );
  }

  #isOverdue(): boolean {
    if (this.#waitsSinceMs === null || this.#asked !== null || this.#isEnded || this.#isLast) return false;
    return this.#atMs - this.#waitsSinceMs > maxHoldMs;
  }

  #fitting(text: string): string {
    const cut = text.trimStart().slice(0, this.room);
    return cut.isWellFormed() ? cut : cut.slice(0, -1);
  }
}

/** Without what was sent of the sentence before. */
function newText({ unsaid: { text, begun = '' } }: Rule): string {
  return text.slice(begun.length);
}

function replaced(text: string, by: string): string {
  const [before = '', behind = ''] = [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]];
  return before + by.trim() + (text.trim() === '' ? '' : behind);
}
