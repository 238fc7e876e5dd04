import type { ModelPort } from '../model/model-port.js';
import type { TurnCommand } from '../protocol/turn-command.js';
import type { TimedFact, TurnBegan } from '../protocol/turn-fact.js';
import type { TurnRecorder } from '../recording/turn-recorder.js';
import { Scheduler } from '../runtime/task.js';
import { takeTurn } from './take-turn.js';
import type { TurnContext } from './turn-request.js';
import { TurnWalk } from './turn-walk.js';

/**
 * One turn without side effects: takes facts, one at a time, and returns commands at once. The same facts in the same order
 * give the same commands: live, in a replay, in a simulation.
 */
export class TurnMachine {
  readonly #scheduler = new Scheduler();
  #walk: TurnWalk | null = null;

  constructor(
    readonly context: TurnContext,
    readonly model: Pick<ModelPort, 'name' | 'settings' | 'identityOf'>,
    readonly recorder: TurnRecorder,
  ) {}

  /**
   * `turn-began` comes first, and once. Facts may follow the end of the turn: attempts of cancelled calls are still recorded.
   */
  feed(fact: TimedFact): readonly TurnCommand[] {
    this.recorder.took(fact);
    const walk = this.#take(fact);
    this.#scheduler.run();
    return walk.takeCommands();
  }

  #take(fact: TimedFact): TurnWalk {
    const walk = this.#walk;
    if (fact.type === 'turn-began') {
      if (walk !== null) throw new TypeError('A turn begins once.');
      return this.#begin(fact);
    }
    if (walk === null) throw new TypeError(`${fact.type} came before the turn began.`);
    switch (fact.type) {
      case 'cancelled':
        walk.stops.put(fact.type);
        break;
      case 'commit-acknowledged':
      case 'commit-refused':
        walk.commits.put(fact);
        break;
      case 'ruled':
        walk.rulings.put(fact);
        break;
      case 'timer-fired':
        walk.timers.take(fact);
        break;
      default:
        walk.calls.take(fact);
    }
    return walk;
  }

  #begin(began: TimedFact & TurnBegan): TurnWalk {
    const { interactionId, input, atMs, isGated = false } = began;
    const walk = new TurnWalk(
      { ...this.context, interactionId, input },
      atMs,
      this.model,
      this.recorder,
      isGated,
    );
    this.#scheduler.start(takeTurn(walk));
    this.#walk = walk;
    return walk;
  }
}
