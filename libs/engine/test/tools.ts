import {
  TurnMachine,
  TurnRecorder,
  turnBegan,
  type CurrentAgentAction,
  type ModelRequest,
  type ModelTask,
  type ToolCall,
  type TurnCommand,
  type TurnFact,
  type TurnRequest,
  type TurnResult,
} from '../src/index.js';
import type { JsonValue } from '@svc/kernel';
import { attempt } from './attempts.js';
import { resultIn, testHash } from './turns.js';

export { booking, lookUp, specOf } from './tool-specs.js';

/** A turn that a test takes step by step. Its model answers at once, its tools and commits when the test says so. */
export class SteppedTurn {
  readonly recorder = new TurnRecorder(testHash);
  readonly commands: TurnCommand[] = [];
  /** Texts of the choices that are made, in order; then the first action. */
  readonly choices: string[] = [];
  /** JSON of the inputs that are worded, in order. */
  readonly inputs: string[] = [];
  /** Words of the reflections, in order. */
  readonly thoughts: string[] = [];
  readonly requests: ModelRequest[] = [];
  atMs = 1_000_000;
  /** JSON of the checks of messages, in order; then nothing is broken. */
  readonly checks: string[] = [];
  /** Checks are answered by the test. */
  isCheckHeld = false;
  /** Phrases for waits, in order; then a fixed one. */
  readonly phrases: string[] = [];
  /** Phrases for waits are worded by the test. */
  isPhraseHeld = false;
  /** After so many choices, the next ones are made by the test. */
  holdChoicesAfter = Infinity;
  areThoughtsHeld = false;
  areInputsHeld = false;
  /** Messages are worded by the test. */
  isWordingHeld = false;
  readonly #timers: { readonly id: string; readonly dueAtMs: number }[] = [];
  readonly #fired = new Set<string>();
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
    for (const command of commands)
      if (command.type === 'set-timer')
        this.#timers.push({ id: command.id, dueAtMs: this.atMs + command.afterMs });
    for (const command of commands) if (command.type === 'call-model') this.#answer(command.request);
    return this;
  }

  /** Acknowledges the open commit. */
  stored(): this {
    const { id } = this.last('commit');
    return this.feed({ type: 'commit-acknowledged', id });
  }

  /** Ends the last call of a tool. */
  returns(result: JsonValue): this {
    return this.feed({ type: 'tool-ended', id: this.last('call-tool').id, result, durationMs: 20 });
  }

  /** The whole response of a model. */
  answers(id: string, text: string): this {
    this.feed({ type: 'model-delta', id, text });
    this.feed({ type: 'model-attempted', id, attempt: attempt([text]) });
    return this.feed({ type: 'model-ended', id });
  }

  /** Lets time pass, up to the timers of this subject that fire by then. */
  passes(ms: number, subject = 'filler'): this {
    const endsAtMs = this.atMs + ms;
    for (;;) {
      const timer = this.#dueBy(endsAtMs, subject);
      if (timer === undefined) break;
      this.atMs = Math.max(this.atMs, timer.dueAtMs);
      this.#fired.add(timer.id);
      this.feed({ type: 'timer-fired', id: timer.id });
    }
    this.atMs = endsAtMs;
    return this;
  }

  #dueBy(atMs: number, subject: string): { readonly id: string; readonly dueAtMs: number } | undefined {
    const cancelled = new Set(this.all('cancel').map(({ id }) => id));
    return this.#timers
      .filter(({ id, dueAtMs }) => dueAtMs <= atMs && !cancelled.has(id) && !this.#fired.has(id))
      .filter(({ id }) => id.includes(`/t.${subject}.`))
      .toSorted((one, other) => one.dueAtMs - other.dueAtMs)[0];
  }

  /** What was said while the user waited. */
  get fillers(): readonly string[] {
    return this.all('tell').flatMap(({ signal }) => (signal.type === 'filler' ? [signal.text] : []));
  }

  /** The pieces of the message so far. */
  get told(): string {
    return this.all('tell')
      .flatMap(({ signal }) => (signal.type === 'message-piece' ? [signal.text] : []))
      .join('');
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

  /** What the client is told of the agent, but for the pieces of its message. */
  get actions(): readonly CurrentAgentAction[] {
    return this.all('tell').flatMap(({ signal }) =>
      signal.type === 'current-agent-action' && !signal.action.type.startsWith('engage-user')
        ? [signal.action]
        : [],
    );
  }

  /** Of a turn that was committed. */
  get result(): TurnResult {
    return resultIn(this.last('commit').commit);
  }

  /** The task of the last request of a type. */
  task<Type extends ModelTask['type']>(type: Type): Extract<ModelTask, { readonly type: Type }> {
    const found = this.requests.map(({ task }): ModelTask => task).findLast((task) => task.type === type);
    if (found === undefined) throw new TypeError(`No model was asked to ${type}.`);
    return found as Extract<ModelTask, { readonly type: Type }>;
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
    if (task.type === 'judge' && this.holdChoicesAfter-- <= 0) return;
    if (task.type === 'reflect' && this.areThoughtsHeld) return;
    if (task.type === 'arguments' && this.areInputsHeld) return;
    if (task.type === 'filler' && this.isPhraseHeld) return;
    if (task.type === 'judge') {
      const text = this.choices.shift() ?? task.choices.find(({ kind }) => kind === 'action')?.text;
      const choice = task.choices.find((one) => one.text === text)?.id ?? `${text} was not offered`;
      const judgement = { choice, reason: 'so' };
      this.feed({ type: 'model-attempted', id, attempt: attempt([JSON.stringify(judgement)]) });
      this.feed({ type: 'model-judged', id, judgement });
      return;
    }
    if (task.type === 'engage' && this.isWordingHeld) return;
    if (task.type === 'guard' && this.isCheckHeld) return;
    const texts: Partial<Record<typeof task.type, readonly [from: string[], otherwise: string]>> = {
      arguments: [this.inputs, '{}'],
      reflect: [this.thoughts, 'Hm.'],
      filler: [this.phrases, 'One moment.'],
      guard: [this.checks, '{"broken":[]}'],
    };
    const [from, otherwise] = texts[task.type] ?? [[], 'Well.'];
    const text = from.shift() ?? otherwise;
    this.answers(id, text);
  }
}
