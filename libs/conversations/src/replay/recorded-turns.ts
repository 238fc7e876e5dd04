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
  /** The data key of the person is destroyed: personal values are missing. */
  readonly isErased: boolean;
}

/** A turn as the log has it. */
export interface RecordedTurn {
  readonly interactionId: string;
  readonly startedAtMs: number;
  /** The conversation after the begin of the turn. */
  readonly conversation: StartedConversation;
  /** The turn's events, in order. The last or second-to-last says how it ended. */
  readonly events: readonly ConversationEvent[];
  readonly isErased: boolean;
}

/** What comes before the events of a log. */
export interface LogBegin {
  readonly conversation: Conversation;
  /** Of an event so far. */
  readonly isErased: boolean;
}

/** Of a whole log. */
export const logBegin: LogBegin = { conversation: absentConversation, isErased: false };

export function foldedWith(before: LogBegin, { event, isErased }: LoggedEvent): LogBegin {
  return { conversation: evolve(before.conversation, event), isErased: before.isErased || isErased };
}

/** The ended turns of a log, in their order. */
export function recordedTurns(log: readonly LoggedEvent[], begin = logBegin): readonly RecordedTurn[] {
  const turns: RecordedTurn[] = [];
  let before = begin;
  for (const [index, logged] of log.entries()) {
    before = foldedWith(before, logged);
    const { event } = logged;
    const { conversation } = before;
    if (event.type !== 'InteractionStarted' || conversation.stage === 'absent') continue;
    const { interactionId, startedAtMs } = event.data;
    const left = leftBehind(log, index + 1, interactionId);
    if (left === null) continue;
    turns.push({
      interactionId,
      startedAtMs,
      conversation,
      events: left.map((one) => one.event),
      isErased: before.isErased || left.some((one) => one.isErased),
    });
  }
  return turns;
}

/** The calls of a turn; undefined if their words are erased. */
export function callsOf(turn: Pick<RecordedTurn, 'events'>): readonly RecordedCall[] | undefined {
  return recordOf(turn)?.calls;
}

/** The calls and facts of a turn; undefined if the words are erased. Older turns have no recorded facts. */
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

/** The events from the begin of a turn to its end, and the conversation after it; null for a running turn. */
function leftBehind(
  log: readonly LoggedEvent[],
  from: number,
  interactionId: string,
): readonly LoggedEvent[] | null {
  let end = from;
  while (end < log.length && !isEnd(log[end]!.event)) end += 1;
  if (end === log.length) return null;
  const next = log[end + 1]?.event;
  const isOfTurn =
    next?.type === 'ConversationDiscarded' ||
    (next?.type === 'ConversationFinished' && next.data.reason === 'completed');
  // The summary of an earlier turn may be appended at any time, and tags change at any time.
  return log
    .slice(from, isOfTurn ? end + 2 : end + 1)
    .filter(({ event }) => event.type !== 'ConversationTagsChanged' && !isOfOther(event, interactionId));
}

function isEnd({ type }: ConversationEvent): boolean {
  return type === 'InteractionCompleted' || type === 'InteractionVoided';
}

export function isOfInteraction({ data }: ConversationEvent, interactionId: string): boolean {
  return 'interactionId' in data && data.interactionId === interactionId;
}

/** Of another interaction than this one. */
export function isOfOther(event: ConversationEvent, interactionId: string): boolean {
  return 'interactionId' in event.data && !isOfInteraction(event, interactionId);
}
