import { sumUp, TurnRecorder } from '@svc/engine';
import { conditionsOf, evolve, type StartedConversation } from '../domain/conversation.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { summarizedConversation } from '../domain/summarized-conversation.js';
import { summaryInput } from '../turn/turn-input.js';
import { comparedEvents } from './compared-events.js';
import { RecordedModel } from './recorded-model.js';
import {
  callsOf,
  isOfInteraction,
  recordedTurns,
  type LoggedEvent,
  type RecordedTurn,
} from './recorded-turns.js';
import { isReplayable, type ReplayContext, type TurnReplay } from './replay-turn.js';

/** A summary as the log has it. */
export interface RecordedSummary {
  /** The turn behind which it was asked for. */
  readonly turn: RecordedTurn;
  /** Its calls and its result. */
  readonly events: readonly ConversationEvent[];
  readonly isErased: boolean;
}

/** The summaries of a log, in their order. */
export function recordedSummaries(log: readonly LoggedEvent[]): readonly RecordedSummary[] {
  const turns = new Map(recordedTurns(log).map((turn) => [turn.interactionId, turn]));
  return log.flatMap(({ event, isErased }, place) => {
    if (event.type !== 'ConversationSummarized') return [];
    const { interactionId } = event.data;
    const turn = turns.get(interactionId);
    if (turn === undefined) throw new TypeError('A conversation is summed up behind one of its turns.');
    const events = log
      .slice(0, place + 1)
      .map((logged) => logged.event)
      .filter((one) => isOfInteraction(one, interactionId));
    const own = events.slice(events.findIndex(({ type }) => type === 'InteractionCompleted') + 1);
    return [{ turn, events: own, isErased: isErased || turn.isErased }];
  });
}

/** Makes a summary again from the log, the pinned definition and the key. The model is not asked. */
export async function replaySummary(
  { turn, events, isErased }: RecordedSummary,
  { definition, hash }: ReplayContext,
): Promise<TurnReplay> {
  const calls = callsOf({ events });
  const before = callsOf(turn);
  if (isErased || calls === undefined || before === undefined) return { outcome: 'erased' };
  const conditions = conditionsOf(turn.conversation);
  if (!isReplayable(conditions)) return { outcome: 'other-version' };
  const conversation = turn.events.reduce<StartedConversation>(
    (state, event) => evolve(state, event) as StartedConversation,
    turn.conversation,
  );
  const cancel = new AbortController();
  const recorder = new TurnRecorder(hash);
  // The calls of that turn say how much its model takes in, and so what it was shown.
  const model = new RecordedModel([...before, ...calls], conditions, cancel);
  const summary = await sumUp(summaryInput(conversation, definition), { model, recorder }, cancel.signal);
  if (summary === null) return comparedEvents(events, []);
  const { interactionId } = turn;
  return comparedEvents(events, summarizedConversation({ interactionId, calls: recorder.calls(), summary }));
}
