import type { RecordedCall, TurnRecord } from '@svc/engine';
import type { ModelExchange } from '../domain/model-call-record.js';
import { recordedCall } from '../domain/model-calls.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import {
  absentConversation,
  evolve,
  type Conversation,
  type StartedConversation,
} from '../domain/conversation.js';

/** An event as a log holds it. */
export interface LoggedEvent {
  readonly event: ConversationEvent;
  /** The key of the person is destroyed: personal values are absent. */
  readonly isErased: boolean;
}

/** A turn as the log tells it. */
export interface RecordedTurn {
  readonly interactionId: string;
  /** The conversation with the turn begun. */
  readonly conversation: StartedConversation;
  /** What the turn left behind, in order; the last one but at most one says how it ended. */
  readonly events: readonly ConversationEvent[];
  readonly isErased: boolean;
}

/** The turns of a log that have ended, in their order. */
export function recordedTurns(log: readonly LoggedEvent[]): readonly RecordedTurn[] {
  const turns: RecordedTurn[] = [];
  let conversation: Conversation = absentConversation;
  for (const [index, { event }] of log.entries()) {
    conversation = evolve(conversation, event);
    if (event.type !== 'InteractionStarted' || conversation.stage === 'absent') continue;
    const left = leftBehind(log.slice(index + 1), event.data.interactionId);
    if (left === null) continue;
    turns.push({
      interactionId: event.data.interactionId,
      conversation,
      events: left.map((logged) => logged.event),
      isErased: log
        .slice(0, index + 1)
        .concat(left)
        .some(({ isErased }) => isErased),
    });
  }
  return turns;
}

/** The calls of a turn; undefined when their words are erased. */
export function callsOf({ events }: Pick<RecordedTurn, 'events'>): readonly RecordedCall[] | undefined {
  const exchanges = new Map<string, ModelExchange>();
  for (const event of events) {
    if (event.type !== 'ModelExchangesRecorded') continue;
    for (const exchange of event.data.exchanges) exchanges.set(exchange.callId, exchange);
  }
  const calls: RecordedCall[] = [];
  for (const event of events) {
    if (event.type !== 'ModelCallRecorded') continue;
    const call = recordedCall(event.data, exchanges.get(event.data.callId));
    if (call === undefined) return undefined;
    calls.push(call);
  }
  return calls;
}

/** The calls of a turn and what came in it; undefined when the words are erased. No facts: none were recorded then. */
export function recordOf(turn: Pick<RecordedTurn, 'events'>): TurnRecord | undefined {
  const calls = callsOf(turn);
  if (calls === undefined) return undefined;
  const facts = turn.events.flatMap((event) => (event.type === 'TurnFactsRecorded' ? event.data.facts : []));
  return { calls, facts };
}

/** What follows the begin of a turn up to its end, and what became of the conversation by it; null for one that runs. */
function leftBehind(rest: readonly LoggedEvent[], interactionId: string): readonly LoggedEvent[] | null {
  const end = rest.findIndex(
    ({ event }) => event.type === 'InteractionCompleted' || event.type === 'InteractionVoided',
  );
  if (end < 0) return null;
  const next = rest[end + 1]?.event;
  const isOfTurn =
    next?.type === 'ConversationDiscarded' ||
    (next?.type === 'ConversationFinished' && next.data.reason === 'completed');
  // A summary of what was before may come at any time.
  return rest.slice(0, isOfTurn ? end + 2 : end + 1).filter(({ event }) => !isOfOther(event, interactionId));
}

export function isOfInteraction({ data }: ConversationEvent, interactionId: string): boolean {
  return 'interactionId' in data && data.interactionId === interactionId;
}

function isOfOther(event: ConversationEvent, interactionId: string): boolean {
  return 'interactionId' in event.data && !isOfInteraction(event, interactionId);
}
