import {
  TurnMachine,
  TurnRecorder,
  turnBegan,
  type ModelRequest,
  type ToolCall,
  type ToolDescriptor,
  type ToolSpec,
  type TurnCommand,
  type TurnFact,
  type TurnRequest,
} from '../src/index.js';
import { attempt } from './attempts.js';
import { testHash } from './turns.js';

/** A tool that books a visit on a day; it has effects. */
export const booking: ToolDescriptor = {
  toolId: 'book',
  versionConstraint: null,
  name: 'book',
  version: '1.0.0',
  description: 'Books a visit.',
  inputSchema: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
  hasEffects: true,
  timeoutMs: 10_000,
};

/** A tool that looks up who is there: without effects and without arguments. */
export const lookUp: ToolDescriptor = {
  ...booking,
  toolId: 'look',
  name: 'look',
  version: null,
  description: 'Says who is there.',
  inputSchema: { type: 'object', properties: {} },
  hasEffects: false,
};

export function specOf({ toolId }: ToolDescriptor, changes: Partial<ToolSpec> = {}): ToolSpec {
  return {
    toolId,
    versionConstraint: null,
    additionalInstruction: '',
    navigateOnCompletion: false,
    resultPersistence: 'accumulate',
    delivery: 'interrupt',
    failureDelivery: null,
    failureDeliveryByClass: null,
    execution: 'blocking',
    lifecycle: 'independent',
    contextBindings: [],
    ...changes,
  };
}

/** A turn that a test takes step by step. Its model answers at once, its tools and commits when the test says so. */
export class SteppedTurn {
  readonly recorder = new TurnRecorder(testHash);
  readonly commands: TurnCommand[] = [];
  /** Texts of the choices that are made, in order; then the first action. */
  readonly choices: string[] = [];
  /** JSON of the inputs that are worded, in order. */
  readonly inputs: string[] = [];
  readonly requests: ModelRequest[] = [];
  atMs = 1_000_000;
  readonly #machine: TurnMachine;

  constructor(readonly request: TurnRequest) {
    this.#machine = new TurnMachine(request, { name: 'stepped/test', settings: {} }, this.recorder);
  }

  begin(choices: readonly string[], inputs: readonly string[] = []): this {
    this.choices.push(...choices);
    this.inputs.push(...inputs);
    return this.feed(turnBegan(this.request));
  }

  feed(fact: TurnFact): this {
    const commands = this.#machine.feed({ ...fact, atMs: this.atMs });
    this.commands.push(...commands);
    for (const command of commands) if (command.type === 'call-model') this.#answer(command.request);
    return this;
  }

  /** Acknowledges the open commit. */
  stored(): this {
    const { id } = this.last('commit');
    return this.feed({ type: 'commit-acknowledged', id });
  }

  /** Ends the last call of a tool. */
  returns(result: string): this {
    return this.feed({ type: 'tool-ended', id: this.last('call-tool').id, result, durationMs: 20 });
  }

  last<Type extends TurnCommand['type']>(type: Type): Extract<TurnCommand, { readonly type: Type }> {
    const found = this.all(type).at(-1);
    if (found === undefined) throw new TypeError(`There was no ${type}: ${this.outline().join(', ')}`);
    return found;
  }

  all<Type extends TurnCommand['type']>(
    type: Type,
  ): readonly Extract<TurnCommand, { readonly type: Type }>[] {
    return this.commands.filter(
      (command): command is Extract<TurnCommand, { readonly type: Type }> => command.type === type,
    );
  }

  get calls(): readonly ToolCall[] {
    return this.all('call-tool').map(({ call }) => call);
  }

  /** The commands but for those that tell something: their type, and of commits what they hold. */
  outline(): readonly string[] {
    return this.commands.flatMap((command) => {
      switch (command.type) {
        case 'tell':
          return [];
        case 'commit': {
          const { contents, notes } = command.commit;
          return [`commit ${[contents.type, ...notes.map(({ type }) => type)].join(' ')}`];
        }
        case 'call-model':
          return [`model ${command.request.task.type}`];
        case 'call-tool':
          return [`tool ${command.call.name}`];
        case 'end-turn':
          return [`end ${command.end.outcome}`];
        default:
          return [command.type];
      }
    });
  }

  #answer(request: ModelRequest): void {
    const { callId: id, task } = request;
    this.requests.push(request);
    if (task.type === 'judge') {
      const text = this.choices.shift() ?? task.choices.find(({ kind }) => kind === 'action')?.text;
      const choice = task.choices.find((one) => one.text === text)?.id ?? `${text} was not offered`;
      const judgement = { choice, reason: 'so' };
      this.feed({ type: 'model-attempted', id, attempt: attempt([JSON.stringify(judgement)]) });
      this.feed({ type: 'model-judged', id, judgement });
      return;
    }
    const text = task.type === 'arguments' ? (this.inputs.shift() ?? '{}') : 'Well.';
    this.feed({ type: 'model-delta', id, text });
    this.feed({ type: 'model-attempted', id, attempt: attempt([text]) });
    this.feed({ type: 'model-ended', id });
  }
}
