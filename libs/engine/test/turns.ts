import { createHash } from 'node:crypto';
import {
  TurnRecorder,
  defaultTurnLimits,
  runTurn,
  type Commit,
  type ContextGraph,
  type ConversationSummary,
  type InteractionInput,
  type KeyedHash,
  type ModelPort,
  type Place,
  type RecordedCall,
  type StateName,
  type TurnRequest,
  type TurnResult,
  type TurnSignal,
} from '../src/index.js';
import { turnPorts } from './turn-ports.js';

/** `currentState`: in the graph of these turns. */
export type TurnChanges = Partial<Omit<TurnRequest, 'graph'>> & { readonly currentState?: StateName | null };

export function placeOf(state: StateName): Place {
  return { graph: ['65f000000000000000000001', 3], state };
}

/** A turn's input with everything but the graph at rest. */
export function turnInput(
  graph: ContextGraph,
  { currentState = null, ...changes }: TurnChanges = {},
): TurnRequest {
  return {
    interactionId: 'i1',
    agent: {
      identity: {
        name: 'Ada',
        role: 'a librarian',
        developed_by: 'the town library',
        default_spoken_language: 'eng',
        relationship_to_developer: {
          ownership: 'owned',
          type: 'assistant',
          conversation_visibility: 'everything',
          thought_visibility: 'nothing',
        },
      },
      background: 'Has read every book.',
      behaviors: ['patient'],
      communication_patterns: ['short sentences'],
    },
    graph,
    graphVersion: ['65f000000000000000000001', 3],
    place: currentState === null ? null : placeOf(currentState),
    tried: [],
    transcript: [],
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
    input: { kind: 'greeting' },
    user: {
      displayName: 'Bo',
      preferredLanguage: null,
      timezone: null,
      additionalContext: [],
      isReturning: false,
      recollections: [],
    },
    limits: defaultTurnLimits,
    ...changes,
  };
}

export function userSays(text: string, externalEvents: readonly string[] = []): InteractionInput {
  return { kind: 'user-message', text, externalEvents };
}

/** A summary of the first messages. */
export function summaryOf(text: string, messages = 2): ConversationSummary {
  return { text, messages, askedMessages: messages };
}

/** Of a commit that ends a turn. */
export function resultIn({ contents }: Commit): TurnResult {
  if (contents.type !== 'turn') throw new TypeError('It ends no turn.');
  return contents.result;
}

export interface TakenTurn {
  readonly signals: readonly TurnSignal[];
  readonly result: TurnResult;
  readonly calls: readonly RecordedCall[];
}

/** Gives different hashes for different uses and texts, like one with a key. */
export const testHash: KeyedHash = (use, text) => createHash('sha256').update(`${use}:${text}`).digest('hex');

/** Takes a turn to its end. */
export async function takeTurn(
  request: TurnRequest,
  model: ModelPort,
  signal: AbortSignal = new AbortController().signal,
): Promise<TakenTurn> {
  const signals: TurnSignal[] = [];
  const recorder = new TurnRecorder(testHash);
  const turn = runTurn(request, turnPorts(model, recorder), signal);
  while (true) {
    const step = await turn.next();
    if (step.done) return { signals, result: step.value, calls: recorder.calls() };
    signals.push(step.value);
  }
}

/** One word per signal: the action's type, or the signal's own. */
export function outline(signals: readonly TurnSignal[]): readonly string[] {
  return signals.map((signal) => (signal.type === 'current-agent-action' ? signal.action.type : signal.type));
}
