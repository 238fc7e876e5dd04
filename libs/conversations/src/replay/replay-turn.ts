import {
  equalEngineVersions,
  equalPromptVersions,
  type KeyedHash,
  turnBegan,
  type Commit,
} from '@svc/engine';
import type { Definition } from '../ports/ports.js';
import type { TakenTurn } from '../domain/conversation-command.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { conditionsOf } from '../domain/conversation.js';
import { completedTurn } from '../domain/complete-interaction.js';
import type { TurnConditions } from '../domain/turn-conditions.js';
import { turnRecordEvents } from '../domain/turn-record.js';
import { turnInput } from '../turn/turn-input.js';
import { comparedEvents, type Compared } from './compared-events.js';
import { isOfOther, recordOf, type RecordedTurn } from './recorded-turns.js';
import { takeAgain, type TakenAgain } from './take-again.js';

/**
 * - `identical`: the replayed turn left the same events as the log. For a void turn: the same calls and facts.
 * - `diverged`: it did not; the first two events that differ.
 * - `other-version`: an engine version that is not equal to this one, or other prompts: nothing can be compared.
 * - `not-replayable`: it had an outcome whose words are stored nowhere.
 * - `erased`: the person is erased, and so is what could be compared.
 */
export type TurnReplay = Compared | { readonly outcome: 'other-version' | 'not-replayable' | 'erased' };

/** What a replay needs besides the log. */
export interface ReplayContext {
  readonly definition: Definition;
  /** With the key of the conversation's subject. */
  readonly hash: KeyedHash;
}

/** Replays a turn from the log, the pinned definition and the key. The model is not asked. */
export function replayTurn(turn: RecordedTurn, context: ReplayContext): TurnReplay {
  const record = recordOf(turn);
  if (turn.isErased || record === undefined) return { outcome: 'erased' };
  const conditions = conditionsOf(turn.conversation);
  if (!isReplayable(conditions)) return { outcome: 'other-version' };
  if (record.facts.some((fact) => 'isWithheld' in fact && fact.isWithheld))
    return { outcome: 'not-replayable' };
  // Whoever took over an abandoned turn knew nothing of it.
  if (record.facts.length === 0) return comparedEvents(recordEventsOf(turn), []);
  const input = turnInput(turn.conversation, context.definition);
  const again = { context: input, first: turnBegan(input), conditions, hash: context.hash };
  return comparedWith(turn, context, takeAgain(again, record));
}

/** Whether this engine must produce the same result from their record. */
export function isReplayable({ engineVersion, promptVersion }: TurnConditions): boolean {
  return equalEngineVersions.has(engineVersion) && equalPromptVersions.has(promptVersion);
}

function comparedWith(
  turn: RecordedTurn,
  context: ReplayContext,
  { commit, notes, record }: TakenAgain,
): TurnReplay {
  const end = turn.events.find((event) => event.type === 'InteractionCompleted');
  if (end === undefined)
    return comparedEvents(recordEventsOf(turn), turnRecordEvents(turn.interactionId, record));
  const last = commit === null ? null : { ...commit, notes: [...notes, ...commit.notes] };
  return comparedEvents(turn.events, last === null ? [] : completed(turn, context, last, end));
}

type InteractionCompleted = Extract<ConversationEvent, { type: 'InteractionCompleted' }>;

/** Ids and times are those of the record: the engine gets them from outside. */
function completed(
  { conversation, interactionId, events }: RecordedTurn,
  { definition }: ReplayContext,
  { contents, notes, ...record }: Commit,
  { data: { completedAtMs } }: InteractionCompleted,
): readonly ConversationEvent[] {
  const innerThoughtIds = events.flatMap((event) =>
    event.type === 'InnerThoughtRecorded' ? [event.data.message.messageId] : [],
  );
  const said = events.find((event) => event.type === 'AgentMessageCompleted');
  if (contents.type !== 'turn') return [];
  const { result } = contents;
  const thoughts = result.innerThoughts.length;
  if (conversation.running === null || said === undefined || thoughts > innerThoughtIds.length) return [];
  const turn: TakenTurn = {
    ...record,
    notes,
    result,
    interactionId,
    agentName: definition.agent.identity.name,
    messageId: said.data.message.messageId,
    innerThoughtIds,
  };
  // It may have cut a call of an earlier turn: that is an event of the earlier one.
  return completedTurn(conversation, conversation.running, turn, completedAtMs).filter(
    (event) => !isOfOther(event, interactionId),
  );
}

function recordEventsOf({ events }: RecordedTurn): readonly ConversationEvent[] {
  return events.filter(({ type }) => type === 'TurnRecorded');
}
