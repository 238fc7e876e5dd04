import {
  TurnMachine,
  TurnRecorder,
  turnBegan,
  type ModelAttempt,
  type Ruling,
  type SpeechPolicy,
  type TurnCommand,
  type Commit,
  type TurnResult,
  type TurnFact,
} from '../src/index.js';
import { ruleByAll } from '../src/speech/rule-by-all.js';
import { attempt } from './attempts.js';
import { actionState, graphOf } from './graphs.js';
import { resultIn, testHash, turnInput } from './turns.js';

const greeting = turnInput(graphOf([actionState('desk'), actionState('end')]));
const wording = 'i1/m.engage.desk.1';

export function policyOf(rule: SpeechPolicy['rule']): SpeechPolicy {
  return { name: 'test', rule };
}

/** A greeting with its message in progress. Policies rule at once, and no time passes: a test fires the timers. */
export class GatedTurn {
  /** False when a test rules itself. */
  rulesAtOnce = true;
  readonly recorder = new TurnRecorder(testHash);
  readonly #machine: TurnMachine;
  readonly #commands: TurnCommand[] = [];
  readonly #pieces: string[] = [];

  constructor(
    readonly policies: readonly SpeechPolicy[],
    maxMessageCharacters: number = greeting.limits.maxMessageCharacters,
  ) {
    const input = { ...greeting, limits: { ...greeting.limits, maxMessageCharacters } };
    this.#machine = new TurnMachine(input, { name: 'some/model', settings: {} }, this.recorder);
    this.comes(turnBegan(input, policies.length > 0));
    this.#commands.length = 0;
  }

  get commit(): Commit | undefined {
    return this.#commands.find((command) => command.type === 'commit')?.commit;
  }

  get result(): TurnResult | undefined {
    return this.commit && resultIn(this.commit);
  }

  get end(): TurnCommand | undefined {
    return this.#commands.find((command) => command.type === 'end-turn');
  }

  /**
   * The model sends these pieces.
   * @returns the pieces of the message
   */
  says(...pieces: readonly string[]): readonly string[] {
    this.#pieces.push(...pieces);
    return pieces.flatMap((text) => told(this.comes({ type: 'model-delta', id: wording, text })));
  }

  /**
   * The model has ended.
   * @returns the pieces of the message
   */
  ends(changes: Partial<ModelAttempt> = {}): readonly string[] {
    this.comes({ type: 'model-attempted', id: wording, attempt: attempt(this.#pieces, changes) });
    return told(this.comes({ type: 'model-ended', id: wording }));
  }

  /** @returns the pieces of the message */
  fires(timer: number): readonly string[] {
    return told(this.comes({ type: 'timer-fired', id: `i1/t.hold.${timer}` }));
  }

  /** @returns the pieces of the message */
  rules(number: number, ruling: Ruling): readonly string[] {
    return told(this.comes({ type: 'ruled', id: `i1/r.${number}`, ruling, policies: [] }));
  }

  comes(fact: TurnFact): readonly TurnCommand[] {
    const commands = this.#machine.feed({ ...fact, atMs: 0 });
    this.#commands.push(...commands);
    return commands.flatMap((command) => {
      if (command.type !== 'rule' || !this.rulesAtOnce) return command;
      const { id, unsaid, message } = command;
      return [command, ...this.comes({ type: 'ruled', id, ...ruleByAll(this.policies, unsaid, message) })];
    });
  }
}

/** One line for each command, except signals and model calls. */
export function done(commands: readonly TurnCommand[]): readonly string[] {
  return commands.flatMap((command) => {
    switch (command.type) {
      case 'tell':
      case 'rule':
        return [];
      case 'set-timer':
        return `${command.type} ${command.id} ${command.afterMs}`;
      case 'cancel':
        return `${command.type} ${command.id}`;
      default:
        return command.type;
    }
  });
}

function told(commands: readonly TurnCommand[]): readonly string[] {
  return commands.flatMap((command) =>
    command.type === 'tell' && command.signal.type === 'message-piece' ? [command.signal.text] : [],
  );
}
