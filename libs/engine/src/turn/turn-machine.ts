import type { ModelIdentity } from '../model/model-port.js';
import type { CallRecorder } from '../recording/call-recorder.js';
import { Scheduler } from '../runtime/task.js';
import { takeTurn } from './take-turn.js';
import type { TurnInput } from './turn-input.js';
import { TurnWalk } from './turn-walk.js';
import type { TurnCommand } from '../protocol/turn-command.js';
import type { TurnFact } from '../protocol/turn-fact.js';

/**
 * One turn without the world: takes facts, one at a time, and gives commands, at once. The same facts in the same order
 * give the same commands: live, in a replay, in a simulation.
 */
export class TurnMachine {
  readonly #scheduler = new Scheduler();
  readonly #walk: TurnWalk;

  constructor(input: TurnInput, model: ModelIdentity, recorder: CallRecorder) {
    this.#walk = new TurnWalk(input, model, recorder);
  }

  begin(): readonly TurnCommand[] {
    this.#scheduler.start(takeTurn(this.#walk));
    return this.#run();
  }

  /** Also takes what comes after the end of the turn: attempts of cancelled calls are still recorded. */
  feed(fact: TurnFact): readonly TurnCommand[] {
    if (fact.type === 'cancelled') this.#walk.stops.put(fact.type);
    else this.#walk.calls.take(fact);
    return this.#run();
  }

  #run(): readonly TurnCommand[] {
    this.#scheduler.run();
    return this.#walk.takeCommands();
  }
}
