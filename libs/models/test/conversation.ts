import { compileGraph } from '@svc/definitions/classic';
import {
  TurnRecorder,
  defaultTurnLimits,
  runTurn,
  type AgentProfile,
  type ContextGraph,
  type InteractionInput,
  type ModelPort,
  type StateName,
  type TranscriptMessage,
  type TurnResult,
  type TurnUser,
} from '@svc/engine';
import { turnPorts } from '@svc/engine/turn-ports';
import { RulesPort } from '../src/index.js';

export const plainAgent: AgentProfile = {
  identity: {
    name: 'Ada',
    role: 'a librarian',
    developed_by: 'Example Works',
    default_spoken_language: 'eng',
    relationship_to_developer: {
      ownership: 'owned',
      type: 'assistant',
      conversation_visibility: 'everything',
      thought_visibility: 'nothing',
    },
  },
  background: 'You work at the town library.',
  behaviors: [],
  communication_patterns: [],
};

export const newUser: TurnUser = {
  displayName: null,
  preferredLanguage: null,
  timezone: null,
  additionalContext: [],
  isReturning: false,
  recollections: [],
};

export interface Said {
  readonly message: string;
  readonly pieces: readonly string[];
  readonly result: TurnResult;
}

const graphVersion = ['65f000000000000000000001', 1] as const;

/** A conversation on one graph, turn by turn with the offline model, as a service would run it. */
export class Conversation {
  readonly graph: ContextGraph;
  readonly transcript: TranscriptMessage[] = [];
  state: StateName | null = null;
  isCompleted = false;

  constructor(
    graph: unknown,
    readonly agent: AgentProfile = plainAgent,
    readonly user: TurnUser = newUser,
    readonly model: ModelPort = new RulesPort(),
  ) {
    this.graph = compileGraph(graph);
  }

  begin(): Promise<Said> {
    return this.take({ kind: 'greeting' });
  }

  say(text: string): Promise<Said> {
    return this.take({ kind: 'user-message', text, externalEvents: [] });
  }

  async take(input: InteractionInput): Promise<Said> {
    const turn = runTurn(
      {
        interactionId: 'i1',
        agent: this.agent,
        graph: this.graph,
        graphVersion,
        place: this.state === null ? null : { graph: graphVersion, state: this.state },
        tried: [],
        transcript: [...this.transcript],
        fallen: [],
        messages: 0,
        summary: null,
        returns: [],
        collection: null,
        graphs: [],
        toolCalls: [],
        tools: [],
        session: {},
        channel: null,
        input: input,
        user: this.user,
        limits: defaultTurnLimits,
      },
      turnPorts(this.model, new TurnRecorder((use, text) => `${use}:${text.length}`)),
      new AbortController().signal,
    );
    if (input.kind === 'user-message') this.transcript.push({ type: 'user-message', text: input.text });
    if (input.kind === 'external-event') this.transcript.push({ type: 'external-event', text: input.text });
    const pieces: string[] = [];
    while (true) {
      const step = await turn.next();
      if (step.done) {
        this.state = step.value.place.state;
        this.isCompleted = step.value.conversationCompleted;
        this.transcript.push({ type: 'agent-message', text: step.value.message });
        return { message: step.value.message, pieces, result: step.value };
      }
      const signal = step.value;
      if (signal.type === 'inner-thought')
        this.transcript.push({ type: 'agent-inner-thought', text: signal.text });
      if (signal.type === 'message-piece' && !signal.isFinal) pieces.push(signal.text);
    }
  }
}
