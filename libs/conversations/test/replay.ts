import {
  parseGraph,
  runTurn,
  type Judgement,
  type ModelPort,
  type RecordedCall,
  type TurnResult,
} from '@svc/engine';
import type { ConversationEvent } from '../src/domain/conversation-event.js';
import { absentConversation, evolve, type Conversation } from '../src/domain/conversation.js';
import { turnInput } from '../src/turn/turn-input.js';
import { testGraph, testProfile } from './definitions.js';

/** A completed turn as the log tells it, and the same turn taken again with nothing but the log. */
export interface ReplayedTurn {
  readonly recorded: {
    readonly calls: readonly CallTrace[];
    readonly message: string;
    readonly state: string;
  };
  readonly replayed: {
    readonly calls: readonly CallTrace[];
    readonly message: string;
    readonly state: string;
  };
}

type CallTrace = Pick<RecordedCall, 'seq' | 'kind' | 'callKey' | 'requestSha256' | 'observedSeq'>;

/** Takes every completed turn of a log again; the recorded answers stand in for the model. */
export async function replay(events: readonly ConversationEvent[]): Promise<readonly ReplayedTurn[]> {
  const turns: ReplayedTurn[] = [];
  let state: Conversation = absentConversation;
  for (const [index, event] of events.entries()) {
    state = evolve(state, event);
    if (event.type !== 'InteractionStarted') continue;
    const { interactionId } = event.data;
    const rest = events.slice(index);
    const end = rest.findIndex((later) => isCompletion(later, interactionId));
    if (end >= 0 && state.stage !== 'absent') turns.push(await replayTurn(state, rest.slice(0, end)));
  }
  return turns;
}

function isCompletion(event: ConversationEvent, interactionId: string): boolean {
  return event.type === 'InteractionCompleted' && event.data.interactionId === interactionId;
}

async function replayTurn(
  state: Exclude<Conversation, { stage: 'absent' }>,
  events: readonly ConversationEvent[],
): Promise<ReplayedTurn> {
  const calls = events.flatMap((event) => (event.type === 'ModelCallRecorded' ? [event.data] : []));
  const said = events.flatMap((event) => (event.type === 'AgentMessageCompleted' ? [event.data] : []))[0];
  const answers = calls.flatMap(({ response }) =>
    'json' in response ? [JSON.parse(response.json) as Judgement] : [],
  );
  const message = said?.message.text ?? '';
  const model: ModelPort = {
    name: 'the log',
    judge: async () => answers.shift() ?? { choice: '', reason: 'not in the log' },
    generate: async function* () {
      yield message;
    },
  };
  const definition = { agent: testProfile, graph: parseGraph(testGraph) };
  const result = await resultOf(
    runTurn(turnInput(state, definition), { model }, new AbortController().signal),
  );
  return {
    recorded: { calls: calls.map(trace), message, state: said?.state ?? '' },
    replayed: { calls: result.calls.map(trace), message: result.message, state: result.finalState },
  };
}

function trace({ seq, kind, callKey, requestSha256, observedSeq }: CallTrace): CallTrace {
  return { seq, kind, callKey, requestSha256, observedSeq };
}

async function resultOf(turn: AsyncGenerator<unknown, TurnResult, void>): Promise<TurnResult> {
  for (;;) {
    const step = await turn.next();
    if (step.done) return step.value;
  }
}
