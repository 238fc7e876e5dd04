import type { TurnContext } from '../input/turn-request.js';
import type { TurnCommand } from '../protocol/turn-command.js';
import type { TimedFact, TurnBegan, TurnEnded } from '../protocol/turn-fact.js';
import type { TurnRecorder } from '../recording/turn-recorder.js';
import { Scheduler } from '../runtime/task.js';
import type { ModelNames } from './model-calls.js';
import { isToolFact, type AnswerFact } from '../protocol/turn-fact.js';
import { landed } from './call-tool.js';
import { sumUp } from './sum-up.js';
import { takeTurn } from './take-turn.js';
import { Turn } from './turn.js';

/**
 * One turn, or what follows it, without side effects: takes facts, one at a time, and returns commands at once. The same facts in the same order
 * give the same commands: live, in a replay, in a simulation.
 */
export class TurnMachine {
  readonly #scheduler = new Scheduler();
  #turn: Turn | null = null;

  constructor(
    readonly context: TurnContext,
    readonly models: ModelNames,
    readonly recorder: TurnRecorder,
  ) {}

  /**
   * `turn-began` comes first, and once, or `turn-ended` for what follows a turn. Facts may follow the end: attempts of cancelled
   * calls are still recorded.
   */
  feed(fact: TimedFact): readonly TurnCommand[] {
    this.recorder.took(fact);
    const turn = this.#take(fact);
    this.#scheduler.run();
    return turn.commands.take();
  }

  #take(fact: TimedFact): Turn {
    const turn = this.#turn;
    if (turn !== null) turn.nowMs = fact.atMs;
    if (fact.type === 'turn-began' || fact.type === 'turn-ended') {
      if (turn !== null) throw new TypeError('A turn begins once.');
      return (this.#turn = this.#begin(fact));
    }
    if (turn === null) throw new TypeError(`${fact.type} came before the turn began.`);
    if (fact.type === 'cancelled') turn.stops.put(fact.type);
    // The recorder has taken it.
    else if (fact.type !== 'model-attempted') answered(turn, fact);
    return turn;
  }

  #begin(fact: TimedFact & (TurnBegan | TurnEnded)): Turn {
    const { context, models, recorder } = this;
    const isTurn = fact.type === 'turn-began';
    // Prompts of summaries have neither input nor time.
    const { interactionId, input, ...began } = isTurn ? fact : { ...fact, input: nothing, atMs: 0 };
    const turn = new Turn({ ...context, interactionId, input }, models, recorder, began);
    this.#scheduler.start(isTurn ? takeTurn(turn) : sumUp(turn));
    return turn;
  }
}

/** What comes of a tool that the turn no longer waits for is taken down. */
function answered(turn: Turn, fact: AnswerFact): void {
  const isWaitedFor = turn.commands.isOpen(fact.id);
  turn.commands.answer(fact);
  if (!isWaitedFor && isToolFact(fact)) landed(turn, fact);
}

const nothing = { kind: 'skip' } as const;
