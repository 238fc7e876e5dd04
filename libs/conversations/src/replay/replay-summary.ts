import {
  foldedWith,
  isOfInteraction,
  logBegin,
  recordedTurns,
  recordOf,
  type LogBegin,
  type LoggedEvent,
  type RecordedTurn,
} from './recorded-turns.js';
import { conditionsOf, type StartedConversation } from '../domain/conversation.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { summarizedConversation } from '../domain/summarized-conversation.js';
import { turnContext } from '../turn/turn-input.js';
import { comparedEvents } from './compared-events.js';
import { isReplayable, type ReplayContext, type TurnReplay } from './replay-turn.js';
import { takeAgain } from './take-again.js';

/** A summary as the log has it. */
export interface RecordedSummary {
  /** The turn behind which it was asked for. */
  readonly turn: RecordedTurn;
  /** The conversation at the end of that turn. */
  readonly conversation: StartedConversation;
  /** Its calls and its result. */
  readonly events: readonly ConversationEvent[];
  readonly isErased: boolean;
}

/** The summaries of the turns of a log, in their order. @param later what came of them behind the log */
export function recordedSummaries(
  log: readonly LoggedEvent[],
  begin = logBegin,
  later: readonly LoggedEvent[] = [],
): readonly RecordedSummary[] {
  const turns = new Map(recordedTurns(log, begin).map((turn) => [turn.interactionId, turn]));
  const ended = conversationsAtEnds(log, begin);
  const all = [...log, ...later];
  return all.flatMap(({ event, isErased }, place) => {
    if (event.type !== 'ConversationSummarized') return [];
    const { interactionId } = event.data;
    const [turn, conversation] = [turns.get(interactionId), ended.get(interactionId)];
    // Of an earlier turn than those of the log.
    if (turn === undefined || conversation === undefined) return [];
    const events = all
      .slice(0, place + 1)
      .map((logged) => logged.event)
      .filter((one) => isOfInteraction(one, interactionId));
    const own = events.slice(events.findIndex(({ type }) => type === 'InteractionCompleted') + 1);
    return [{ turn, conversation, events: own, isErased: isErased || turn.isErased }];
  });
}

/** By completed turn. It includes summaries of earlier turns that landed within it. */
function conversationsAtEnds(
  log: readonly LoggedEvent[],
  begin: LogBegin,
): ReadonlyMap<string, StartedConversation> {
  const ends = new Map<string, StartedConversation>();
  let before = begin;
  for (const logged of log) {
    before = foldedWith(before, logged);
    const { event } = logged;
    const { conversation } = before;
    if (event.type === 'InteractionCompleted' && conversation.stage !== 'absent')
      ends.set(event.data.interactionId, conversation);
  }
  return ends;
}

/** Makes a summary again from the log, the pinned definition and the key. The model is not asked. */
export function replaySummary(
  { turn, conversation, events, isErased }: RecordedSummary,
  { definition, hash }: ReplayContext,
): TurnReplay {
  const record = recordOf({ events });
  const before = recordOf(turn)?.calls;
  if (isErased || record === undefined || before === undefined) return { outcome: 'erased' };
  const conditions = conditionsOf(conversation);
  if (!isReplayable(conditions)) return { outcome: 'other-version' };
  const { interactionId } = turn;
  const first = { type: 'turn-ended', interactionId } as const;
  const context = turnContext(conversation, definition);
  const { commit } = takeAgain({ context, first, conditions, hash, before }, record);
  if (commit?.contents.type !== 'summary') return comparedEvents(events, []);
  const { summary } = commit.contents;
  return comparedEvents(events, summarizedConversation({ ...commit, interactionId, summary }));
}
