import type { Commit, CommitAnswer, TimedFact, TurnCommand, TurnEnd, TurnFact } from '../../src/index.js';
import { must } from './broken-rule.js';
import type { Chances } from './chances.js';
import { SimulatedModel } from './simulated-model.js';
import { simulatedAnswer } from './simulated-tool.js';
import { SimulatedPolicy } from './simulated-policy.js';
import { VirtualTime } from './virtual-time.js';

/** A turn as the simulator sees it. */
export interface TurnUnderTest {
  feed(fact: TimedFact): readonly TurnCommand[];
}

export type TurnStep = { readonly fact: TimedFact } | { readonly command: TurnCommand };

/** When the turn is ended from outside; null when it is not. */
export interface Interruptions {
  readonly stopsAfterMs: number | null;
  /** The process dies: the turn's results are lost. */
  readonly crashesAfterMs: number | null;
}

const maxSteps = 5_000;

/** Carries out the commands of a turn in virtual time. Facts come late, twice, or after the end. */
export class SimulatedTurn {
  /** Facts and commands in the order in which they came. */
  readonly steps: TurnStep[] = [];
  readonly #time = new VirtualTime<TurnFact | 'crash'>();
  readonly #model: SimulatedModel;
  readonly #policy: SimulatedPolicy;
  /** Pieces of each call since its last attempt. */
  readonly #pieces = new Map<string, string[]>();
  #end: TurnEnd | undefined;

  constructor(
    readonly turn: TurnUnderTest,
    readonly chances: Chances,
    /** Carries out a commit. Its outcome is reported a little later. */
    readonly commit: (commit: Commit) => CommitAnswer,
  ) {
    this.#model = new SimulatedModel(chances);
    this.#policy = new SimulatedPolicy(chances);
  }

  /** @throws BrokenRule `a turn ends` */
  run(began: TurnFact, { stopsAfterMs, crashesAfterMs }: Interruptions): TurnEnd | 'crashed' {
    if (crashesAfterMs !== null) this.#time.after(crashesAfterMs, 'crash');
    if (stopsAfterMs !== null) this.#time.after(stopsAfterMs, { type: 'cancelled' });
    this.#feed(began);
    while (this.#end === undefined) {
      must('a turn ends', this.steps.length < maxSteps, () => `not in ${maxSteps} steps`);
      const next = this.#time.next();
      must('a turn ends', next !== undefined, () => 'it waits for nothing that comes');
      if (next === 'crash') return 'crashed';
      if (next !== undefined) this.#come(next);
    }
    this.#comeLate();
    return this.#end;
  }

  #come(fact: TurnFact): void {
    if (fact.type === 'model-delta') this.#piecesOf(fact.id).push(fact.text);
    if (fact.type === 'model-attempted') this.#pieces.delete(fact.id);
    this.#feed(fact);
    const isWhole = fact.type !== 'model-delta' && fact.type !== 'model-attempted';
    if (isWhole && this.chances.in100(10)) this.#time.after(this.chances.below(100), fact);
    if (this.chances.in100(2)) this.#feed({ type: 'model-delta', id: 'nobody', text: 'What?' });
    if (this.chances.in100(2)) this.#feed({ type: 'commit-acknowledged', id: 'nobody' });
  }

  /** Facts that are scheduled when the turn ends. Attempts always come, because someone pays for them. */
  #comeLate(): void {
    for (let next = this.#time.next(); next !== undefined; next = this.#time.next())
      if (next !== 'crash' && next.type !== 'cancelled') this.#feed(next);
  }

  #feed(fact: TurnFact): void {
    const timed = { ...fact, atMs: this.#time.nowMs };
    this.steps.push({ fact: timed });
    this.#carryOut(this.turn.feed(timed));
  }

  #carryOut(commands: readonly TurnCommand[]): void {
    for (const command of commands) {
      this.steps.push({ command });
      if (command.type === 'call-model') this.#comes(this.#model.answer(command.request));
      else if (command.type === 'stop-model') this.#stop(command.id);
      else if (command.type === 'call-tool')
        this.#time.after(this.chances.below(3_000), simulatedAnswer(command.id, this.chances));
      else if (command.type === 'set-timer')
        this.#time.after(command.afterMs, { type: 'timer-fired', id: command.id });
      else if (command.type === 'cancel')
        if (command.id.includes('/m.')) this.#stop(command.id);
        else this.#takeBack(command.id);
      else if (command.type === 'commit') this.#settle(command.id, this.commit(command.commit));
      else if (command.type === 'end-turn') this.#end = command.end;
    }
    // Before any other fact, and after the commands that came with it.
    for (const command of commands) if (command.type === 'rule') this.#rule(command.id);
  }

  /** Some timers still fire, and some answers still come. */
  #takeBack(id: string): void {
    if (!this.chances.in100(10))
      this.#time.drop((what) => what !== 'crash' && 'id' in what && what.id === id);
  }

  /** At once, and sometimes a second time. */
  #rule(id: string): void {
    this.#come({ type: 'ruled', id, ruling: this.#policy.ruling(), policies: [] });
  }

  #settle(id: string, answer: CommitAnswer): void {
    const afterMs = this.chances.below(50);
    this.#time.after(
      afterMs,
      answer === 'acknowledged'
        ? { type: 'commit-acknowledged', id }
        : { type: 'commit-refused', id, failure: answer.refused },
    );
  }

  /** Some pieces are already on their way; the rest is never sent. Attempts always come before the response. */
  #stop(id: string): void {
    const isLeftOut = ({ type }: TurnFact) => type !== 'model-delta' || !this.chances.in100(15);
    this.#time.drop((what) => what !== 'crash' && 'id' in what && what.id === id && isLeftOut(what));
    this.#comes(this.#model.stopped(id, [...this.#piecesOf(id)]));
  }

  #comes(coming: ReturnType<SimulatedModel['answer']>): void {
    for (const { afterMs, fact } of coming) this.#time.after(afterMs, fact);
  }

  #piecesOf(id: string): string[] {
    const known = this.#pieces.get(id) ?? [];
    this.#pieces.set(id, known);
    return known;
  }
}
