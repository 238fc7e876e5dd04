import { readFacts, TurnMachine, TurnRecorder, turnBegan } from '../../src/index.js';
import type { GuardTask, TimedFact, TurnCommand, TurnEnd, TurnRequest } from '../../src/index.js';
import { safeReply } from '../../src/speech/safe-reply.js';
import { maxCheckMs } from '../../src/turn/check-guardrails.js';
import { testHash } from '../turns.js';
import { must } from './broken-rule.js';
import type { TurnStep } from './simulated-turn.js';

/** What holds for what is heard in a turn with guardrails and fillers. */
export type SpeechRule =
  | 'of a guarded message only what a check lets pass is heard, in order'
  | 'a message is under one check at a time'
  | 'a check lasts no longer than it may'
  | 'no filler is heard behind the first word, or by who wants none'
  | 'a filler has passed the hard guardrails of its state'
  | 'what breaks a guardrail is recorded'
  | 'fillers are logged as they were said'
  | 'what is recorded gives the same commands';

function rule(name: SpeechRule, holds: boolean, detail: () => string): void {
  must(name, holds, detail);
}

const reply = safeReply(['eng']);

/** @throws BrokenRule */
export function auditSpeech(
  { graph }: TurnRequest,
  steps: readonly TurnStep[],
  end: TurnEnd,
  suppressesFillers: boolean,
): void {
  const hardIn = new Set(
    graph.states.flatMap((state) =>
      'guardrails' in state && state.guardrails.some(({ enforcement }) => enforcement === 'hard')
        ? [state.name]
        : [],
    ),
  );
  const audit = new SpeechAudit(hardIn, suppressesFillers);
  for (const step of steps) {
    if ('fact' in step) audit.came(step.fact);
    else audit.commanded(step.command);
  }
  audit.ended(end);
}

interface OpenCheck {
  readonly task: GuardTask;
  readonly beganAtMs: number;
  text: string;
}

class SpeechAudit {
  readonly #open = new Map<string, OpenCheck>();
  /** Texts of fillers that a check has let pass. */
  readonly #passed: string[] = [];
  readonly #fillers: string[] = [];
  #allowed = '';
  #told = '';
  #hasReplaced = false;
  #breaches = 0;
  #atMs = 0;
  /** The state of the message; null before it is worded. */
  #speaksIn: string | null = null;

  constructor(
    readonly hardIn: ReadonlySet<string>,
    readonly suppressesFillers: boolean,
  ) {}

  came(fact: TimedFact): void {
    this.#atMs = fact.atMs;
    for (const { beganAtMs } of this.#open.values())
      rule('a check lasts no longer than it may', fact.atMs - beganAtMs <= maxCheckMs, () => `${fact.atMs}`);
    const check = 'id' in fact ? this.#open.get(fact.id) : undefined;
    if (check === undefined || !('id' in fact)) return;
    if (fact.type === 'model-delta') check.text += fact.text;
    if (fact.type === 'model-ended') this.#close(fact.id, brokenIn(check));
    if (fact.type === 'model-failed') this.#close(fact.id, null);
  }

  commanded(command: TurnCommand): void {
    if (command.type === 'cancel') this.#cut(command.id);
    if (command.type === 'call-model') {
      const { task, callId } = command.request;
      if (task.type === 'engage') this.#speaksIn = task.state.name;
      if (task.type === 'guard') this.#begins(callId, task);
    }
    if (command.type !== 'tell') return;
    const { signal } = command;
    if (signal.type === 'message-piece') this.#says(signal.text);
    if (signal.type === 'filler') this.#fills(signal.text);
  }

  ended(end: TurnEnd): void {
    if (end.outcome !== 'completed') return;
    const { fillers = [], breaches = [] } = end.result;
    const logged = fillers.map(({ text }) => text);
    rule('fillers are logged as they were said', logged.join() === this.#fillers.join(), () => logged.join());
    const recorded = breaches.reduce((sum, { sentences }) => sum + sentences, 0);
    rule('what breaks a guardrail is recorded', recorded === this.#breaches, () =>
      JSON.stringify({ recorded, broken: this.#breaches }),
    );
    if (!this.#isGuarded()) return;
    const told = bare(this.#told).replace(/…$/, '');
    rule(
      'of a guarded message only what a check lets pass is heard, in order',
      told === bare(this.#allowed),
      () => JSON.stringify({ told: this.#told, allowed: this.#allowed }),
    );
  }

  /** A filler that comes too late is not checked to its end. */
  #cut(id: string): void {
    const check = this.#open.get(id);
    if (check === undefined) return;
    const isLate = this.#atMs - check.beganAtMs >= maxCheckMs;
    if (isLate || !isOfFiller(check.task)) this.#close(id, null);
    else this.#open.delete(id);
  }

  #isGuarded(): boolean {
    return this.#speaksIn !== null && this.hardIn.has(this.#speaksIn);
  }

  #begins(id: string, task: GuardTask): void {
    const isOther = [...this.#open.values()].some((one) => isOfFiller(one.task) === isOfFiller(task));
    rule('a message is under one check at a time', !isOther, () => id);
    this.#open.set(id, { task, beganAtMs: this.#atMs, text: '' });
  }

  /** @param broken by each rule, places of sentences; null where there is no judgement */
  #close(id: string, broken: ReadonlyMap<string, ReadonlySet<number>> | null): void {
    const check = this.#open.get(id);
    this.#open.delete(id);
    if (check === undefined) return;
    const { rules, sentences } = check.task;
    const all = new Set(sentences.keys());
    const placesOf = (name: string, key: string): ReadonlySet<number> =>
      broken === null ? (name === 'hard' ? all : new Set()) : (broken.get(key) ?? new Set());
    for (const { id: key, name } of rules) this.#breaches += placesOf(name, key).size;
    const withheld = new Set(
      rules.flatMap(({ id: key, name }) => (name === 'hard' ? [...placesOf(name, key)] : [])),
    );
    if (isOfFiller(check.task)) {
      if (withheld.size === 0) this.#passed.push(...sentences);
      return;
    }
    for (const [place, text] of sentences.entries()) {
      if (!withheld.has(place)) this.#allowed += text;
      else if (!this.#hasReplaced) this.#allowed += reply;
      this.#hasReplaced ||= withheld.has(place);
    }
  }

  #says(text: string): void {
    this.#told += text;
    if (!this.#isGuarded()) return;
    const told = bare(this.#told);
    const isAllowed = bare(this.#allowed).startsWith(told.replace(/…$/, ''));
    rule('of a guarded message only what a check lets pass is heard, in order', isAllowed, () =>
      JSON.stringify({ told: this.#told, allowed: this.#allowed }),
    );
  }

  #fills(text: string): void {
    this.#fillers.push(text);
    const isHeard = this.#told === '' && !this.suppressesFillers;
    rule('no filler is heard behind the first word, or by who wants none', isHeard, () => text);
    const isGuarded = this.#speaksIn !== null && this.hardIn.has(this.#speaksIn);
    rule(
      'a filler has passed the hard guardrails of its state',
      !isGuarded || this.#passed.includes(text),
      () => text,
    );
  }
}

function isOfFiller({ sentences }: GuardTask): boolean {
  return sentences.every((text) => text.startsWith('~'));
}

/** Places of the broken sentences by rule; null where it is no judgement. */
function brokenIn({ text, task }: OpenCheck): ReadonlyMap<string, ReadonlySet<number>> | null {
  const broken = new Map<string, Set<number>>();
  try {
    const { broken: listed } = JSON.parse(text) as { broken: readonly { sentence: number; rule: string }[] };
    for (const { sentence, rule: key } of listed) {
      if (sentence > task.sentences.length || !task.rules.some(({ id }) => id === key)) return null;
      broken.set(key, (broken.get(key) ?? new Set()).add(sentence - 1));
    }
    return broken;
  } catch {
    return null;
  }
}

/** Without what passes without a check. */
function bare(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** The record, serialized and read again, up to the commit. @throws BrokenRule */
export function auditRecordedSpeech(
  request: TurnRequest,
  recorder: TurnRecorder,
  steps: readonly TurnStep[],
): void {
  const written = JSON.parse(JSON.stringify({ calls: recorder.calls(), facts: recorder.facts() })) as {
    readonly calls: ReturnType<TurnRecorder['calls']>;
    readonly facts: ReturnType<TurnRecorder['facts']>;
  };
  const identity = { name: 'simulated/test', settings: {} };
  const machine = new TurnMachine(structuredClone(request), identity, new TurnRecorder(testHash));
  const read = [...readFacts(written.facts, written.calls, turnBegan(request))];
  const again = read.flatMap((fact) => machine.feed(fact));
  const all = steps.flatMap((step): readonly TurnCommand[] => ('command' in step ? [step.command] : []));
  const commit = all.findIndex(({ type }) => type === 'commit');
  const expected = commit < 0 ? all : all.slice(0, commit + 1);
  rule('what is recorded gives the same commands', JSON.stringify(again) === JSON.stringify(expected), () =>
    JSON.stringify(expected.slice(again.length).map(({ type }) => type)),
  );
}
