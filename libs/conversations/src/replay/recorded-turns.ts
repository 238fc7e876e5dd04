import type { RecordedCall, RecordedFact, TurnRecord } from '@svc/engine';
import type { ConversationEvent } from '../domain/conversation-event.js';
import {
  absentConversation,
  evolve,
  type Conversation,
  type StartedConversation,
} from '../domain/conversation.js';
import { callsRecordedIn } from '../domain/turn-record.js';

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
export function callsOf(turn: Pick<RecordedTurn, 'events'>): readonly RecordedCall[] | undefined {
  return recordOf(turn)?.calls;
}

/** The calls of a turn and what came in it; undefined when the words are erased. No facts: none were recorded then. */
export function recordOf({ events }: Pick<RecordedTurn, 'events'>): TurnRecord | undefined {
  const record: { calls: RecordedCall[]; facts: RecordedFact[] } = { calls: [], facts: [] };
  for (const event of events) {
    if (event.type !== 'TurnRecorded') continue;
    if (event.data.words === null) return undefined;
    record.calls.push(...(callsRecordedIn(event.data) ?? []));
    record.facts.push(...event.data.words.facts);
  }
  return record;
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
