import {
  defaultTurnLimits,
  engineVersion,
  promptVersion,
  runTurn,
  TurnRecorder,
  type Action,
  type ActionState,
  type Commit,
  type CommitAnswer,
  type ContextGraph,
  type GraphState,
  type JudgeRequest,
  type ModelPort,
  type ToolAnswer,
  type ToolCall,
  type ToolDescriptor,
  type ToolSpec,
  type WordsRequest,
} from '@svc/engine';
import { attempt } from '@svc/engine/attempts';
import { booking, lookUp } from '@svc/engine/tool-specs';
import { DataKey } from '@svc/sealing';
import type { TimedCommand } from './histories.js';
import { ada, identity } from './histories.js';
import { testProfile } from './definitions.js';
import type { ConversationEvent } from '../src/domain/conversation-event.js';
import { conversationDecider } from '../src/domain/conversation-decider.js';
import {
  absentConversation,
  evolve,
  type Conversation,
  type StartedConversation,
} from '../src/domain/conversation.js';
import { existing } from '../src/domain/conversation-decider.js';
import type { Definition } from '../src/ports/ports.js';
import type { WrittenKey } from '../src/replay/recorded-history.js';
import { turnInput } from '../src/turn/turn-input.js';

export const toolKey: WrittenKey = {
  id: '0192f1f0-0000-7000-8000-000000000009',
  secret: Buffer.alloc(32, 9).toString('base64'),
};
export const toolHash = new DataKey(toolKey.id, Buffer.from(toolKey.secret, 'base64'));

export { specOf } from '@svc/engine/tool-specs';

/** A tool that books a visit on a day; it has effects. */
export const bookVisit: ToolDescriptor = {
  ...booking,
  ...{ toolId: 'book_visit', name: 'book_visit', description: 'Books a visit on a day.' },
};

/** A tool without effects and without arguments. */
export const freeDays: ToolDescriptor = {
  ...lookUp,
  ...{ toolId: 'free_days', name: 'free_days', description: 'Lists the free days.' },
};

const state = {
  type: 'action',
  navigationGuidelines: [],
  actionGuidelines: [],
  boundaryConstraints: [],
  exitConditions: [],
  actionTools: [],
  exitTools: [],
  preloads: [],
  skipsActiveMemory: true,
  guardrails: [],
  channelOverrides: {},
  waitFor: null,
  surfaceSpec: null,
} as const;

/** Beside the desk, from where an exit leads to the first of these states. */
export function deskBefore(exit: string, states: readonly GraphState[]): ContextGraph {
  const graph = deskWith([]);
  const [first] = states;
  if (first === undefined) throw new TypeError('There is no state behind the desk.');
  const desk = {
    ...state,
    name: 'desk',
    objective: 'Find out the day',
    actions: [actionOf('Ask for the day')],
  };
  const exitConditions = [{ description: exit, nextState: first.name, fillerHint: null }];
  const end = graph.states.filter(({ name }) => name === 'end');
  return { ...graph, states: [{ ...desk, exitConditions }, ...states, ...end] };
}

const actionOf = (description: string): Action => ({ description, fillerHint: null });

/** Where visits are booked, and talked about. */
export function counter(changes: Partial<ActionState> = {}): ActionState {
  const exitConditions = [{ description: 'All is done', nextState: 'end', fillerHint: null }];
  const own = { name: 'counter', objective: 'Tell of the visit', actions: [actionOf('Tell of the visit')] };
  return { ...state, ...own, exitConditions, ...changes };
}

/** Calls a tool, then leads to the counter. */
export function bookingState(designatedTool: ToolSpec): GraphState {
  return {
    type: 'tool-call',
    name: 'booking',
    objective: 'Book the visit',
    context: '',
    guidances: [],
    validations: [],
    designatedTool,
    tools: [],
    ...{ audioFillers: [], audioFillerAfterMs: null },
    nextState: 'counter',
  };
}

export function deskWith(actionTools: readonly ToolSpec[]): ContextGraph {
  return {
    description: 'A desk where visits are booked.',
    navigationGuidelines: [],
    actionGuidelines: [],
    boundaryConstraints: [],
    states: [
      {
        ...state,
        name: 'desk',
        objective: 'Book a visit',
        actions: [actionOf('Help the user')],
        exitConditions: [{ description: 'All is done', nextState: 'end', fillerHint: null }],
        actionTools,
      },
      { ...state, name: 'end', objective: 'Say goodbye', actions: [actionOf('Say goodbye')] },
    ],
    newUserInitialState: 'desk',
    returningUserInitialState: 'desk',
    terminalState: 'end',
    references: {},
  };
}

/** Dies at one of the boundaries of a turn: what runs then is never heard of again. */
export class Crash extends Error {}

export interface ScriptedTurn {
  /** Texts of choices, in order; then the first action. */
  readonly choices?: readonly string[];
  /** JSON of inputs, in order. */
  readonly inputs?: readonly string[];
  /** The process dies at this boundary, counted from 0: before and after each commit and each call. */
  readonly diesAt?: number;
  /** Somebody speaks for the user. */
  readonly isOnBehalf?: boolean;
  /** Nobody asked for it. */
  readonly isOwn?: boolean;
  /** The user wants to hear nothing before the message. */
  readonly suppressesFillers?: boolean;
  /** Happens before the last commit. */
  readonly beforeCommit?: () => void;
}

/** The server of the tools: it remembers what has taken effect. */
export class ToolServer {
  /** Effect keys in the order of their effects. */
  readonly effects: string[] = [];
  readonly calls: ToolCall[] = [];
  answer: ToolAnswer = { type: 'tool-ended', result: { done: true }, durationMs: 30 };

  call(call: ToolCall): ToolAnswer {
    this.calls.push(call);
    if (call.effectKey !== null) this.effects.push(call.effectKey);
    return this.answer;
  }
}

/** A conversation whose turns call tools: the real decider, engine and codec, and no database. */
export class ToolConversation {
  readonly log: ConversationEvent[] = [];
  readonly server = new ToolServer();
  readonly definition: Definition;
  /** Boundaries that the last turn has passed. */
  boundaries = 0;
  #state: Conversation = absentConversation;
  #atMs = 1_700_000_000_000;
  #turns = 0;

  constructor(
    specs: readonly ToolSpec[],
    private readonly tools: readonly ToolDescriptor[] = [bookVisit, freeDays],
    graph: ContextGraph = deskWith(specs),
    /** A test may plant a fault in it. */
    private readonly fold: typeof evolve = evolve,
  ) {
    this.definition = { agent: testProfile, graph };
  }

  get stage(): Conversation['stage'] {
    return this.#state.stage;
  }

  get state(): StartedConversation {
    return existing(this.#state);
  }

  handle(command: TimedCommand): readonly ConversationEvent[] {
    const events = conversationDecider.decide(this.#state, command);
    this.#state = events.reduce<Conversation>(this.fold, this.#state);
    this.log.push(...events);
    return events;
  }

  tick(): number {
    return (this.#atMs += 1_000);
  }

  /** @returns whether it has completed; a turn whose process dies is voided by another one */
  async turn({
    choices = [],
    inputs = [],
    diesAt = Infinity,
    beforeCommit,
    isOnBehalf = false,
    isOwn = false,
    suppressesFillers = false,
  }: ScriptedTurn = {}): Promise<boolean> {
    this.#begin(isOnBehalf, isOwn);
    const { state } = this;
    const interactionId = state.running!.interactionId;
    const recorder = new TurnRecorder((use, text) => toolHash.hash(use, text));
    this.boundaries = 0;
    const boundary = (): void => {
      if (this.boundaries++ === diesAt) throw new Crash();
    };
    const commit = async (made: Commit): Promise<CommitAnswer> => {
      boundary();
      if (made.contents.type === 'turn') beforeCommit?.();
      this.#store(interactionId, made);
      boundary();
      return 'acknowledged';
    };
    const died = new AbortController();
    const call = async (made: ToolCall): Promise<ToolAnswer> => {
      try {
        boundary();
        const answer = this.server.call(made);
        boundary();
        return answer;
      } catch (error) {
        died.abort(error);
        throw error;
      }
    };
    const ports = {
      model: new ScriptedChoices([...choices], [...inputs]),
      recorder,
      clock: { now: () => this.tick() },
      timers: { after: () => () => undefined },
      commit,
      tools: { call },
      suppressesFillers,
    };
    try {
      const signals = runTurn(turnInput(state, this.definition), ports, died.signal);
      for (let step = await signals.next(); !step.done; step = await signals.next());
      return true;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      if (this.#state.stage !== 'absent' && this.#state.running !== null)
        this.handle({
          type: 'VoidInteraction',
          reason: 'lease-expired',
          calls: [],
          facts: [],
          atMs: this.tick(),
        });
      return false;
    }
  }

  #begin(isOnBehalf: boolean, isOwn: boolean): void {
    this.#turns += 1;
    const interactionId = `i${this.#turns}`;
    const conditions = {
      engineVersion,
      promptVersion,
      limits: defaultTurnLimits,
      model: 'scripted/test',
      modelSettingsJson: '{}',
    };
    const { startedAtMs: _at, ...fresh } = identity;
    if (this.#turns === 1) {
      const interaction = {
        interactionId,
        input: { kind: 'greeting' },
        user: ada,
        tools: this.tools,
      } as const;
      this.handle({ type: 'StartConversation', identity: fresh, interaction, conditions, atMs: this.tick() });
      return;
    }
    const input = {
      kind: 'user-message',
      messageId: `${interactionId}-user`,
      text: 'On Tuesday, please',
      externalEvents: [],
    } as const;
    const own = { kind: 'own', messageId: `${interactionId}-event` } as const;
    const heard = isOwn ? own : input;
    const interaction = { interactionId, input: heard, user: ada, tools: this.tools, isOnBehalf };
    this.handle({ type: 'StartInteraction', interaction, conditions, atMs: this.tick() });
  }

  #store(interactionId: string, { contents, notes, ...record }: Commit): void {
    if (contents.type === 'summary') throw new TypeError('Nothing is summed up here.');
    this.handle(
      contents.type === 'tools'
        ? { type: 'RecordToolNotes', interactionId, notes, atMs: this.tick() }
        : {
            type: 'CompleteInteraction',
            turn: {
              interactionId,
              ...record,
              notes,
              result: contents.result,
              agentName: testProfile.identity.name,
              messageId: `${interactionId}-agent`,
              innerThoughtIds: [],
            },
            atMs: this.tick(),
          },
    );
  }
}

class ScriptedChoices implements ModelPort {
  readonly name = 'scripted/test';
  readonly settings = {};

  constructor(
    private readonly choices: string[],
    private readonly inputs: string[],
  ) {}

  async judge(
    { task }: JudgeRequest,
    _signal: AbortSignal,
    onAttempt: Parameters<ModelPort['judge']>[2],
  ): ReturnType<ModelPort['judge']> {
    const wanted = this.choices.shift();
    const chosen =
      task.choices.find(({ text }) => text === wanted) ?? task.choices.find(({ kind }) => kind === 'action');
    const judgement = { choice: chosen?.id ?? '', reason: 'scripted' };
    onAttempt(attempt([JSON.stringify(judgement)]));
    return judgement;
  }

  async *generate(
    { task }: WordsRequest,
    _signal: AbortSignal,
    onAttempt: Parameters<ModelPort['generate']>[2],
  ): AsyncIterable<string> {
    const text = task.type === 'arguments' ? (this.inputs.shift() ?? '{}') : 'Well.';
    yield text;
    onAttempt(attempt([text]));
  }
}
