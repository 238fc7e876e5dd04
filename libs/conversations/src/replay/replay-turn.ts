import {
  CallRecorder,
  equalEngineVersions,
  promptVersion,
  runTurn,
  type KeyedHash,
  type RecordedCall,
  type TurnInput,
  type TurnPorts,
  type TurnResult,
} from '@svc/engine';
import { DomainError } from '@svc/errors';
import { canonicalJson, type Clock } from '@svc/kernel';
import type { Definition } from '../application/ports.js';
import type { TakenTurn } from '../domain/conversation-command.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { conditionsOf } from '../domain/conversation.js';
import { completedTurn } from '../domain/complete-interaction.js';
import { modelCallEvents } from '../domain/model-calls.js';
import { turnInput } from '../turn/turn-input.js';
import { RecordedModel, UnrecordedCallError } from './recorded-model.js';
import { callsOf, type RecordedTurn } from './recorded-turns.js';

/**
 * - `identical`: the turn, taken again with the recorded answers, left the very events that the log holds. Of a void turn
 *   these are its calls alone.
 * - `diverged`: it did not; the first two events that differ.
 * - `other-version`: a version of the engine that is not equal to this one, or other prompts: nothing can be demanded.
 * - `erased`: whose words they were is erased, and so is what could be compared.
 */
export type TurnReplay =
  | { readonly outcome: 'identical' | 'other-version' | 'erased' }
  | {
      readonly outcome: 'diverged';
      readonly recorded: ConversationEvent | null;
      readonly replayed: ConversationEvent | null;
    };

/** What a replay needs beside the log. */
export interface ReplayGround {
  readonly definition: Definition;
  /** Under the key of the conversation's subject. */
  readonly hash: KeyedHash;
}

/** Takes a turn again with nothing but the log, the pinned definition and the key: the model is not asked. */
export async function replayTurn(turn: RecordedTurn, ground: ReplayGround): Promise<TurnReplay> {
  const calls = callsOf(turn);
  if (turn.isErased || calls === undefined) return { outcome: 'erased' };
  const conditions = conditionsOf(turn.conversation);
  if (!equalEngineVersions.has(conditions.engineVersion) || conditions.promptVersion !== promptVersion)
    return { outcome: 'other-version' };
  const cancel = new AbortController();
  const model = new RecordedModel(calls, conditions, cancel);
  const recorder = new CallRecorder(ground.hash);
  const input = turnInput(turn.conversation, ground.definition);
  const result = await taken(input, { model, recorder, clock: stopped, commit: comesAbout }, cancel.signal);
  const end = turn.events.find((event) => event.type === 'InteractionCompleted');
  if (end === undefined) return compared(callEventsOf(turn), replayedCalls(turn, calls, recorder));
  const replayed = result === null ? [] : completed(turn, ground, result, recorder.calls(), end);
  return compared(turn.events, replayed);
}

/** When a fact came is not recorded, and decides nothing. */
const stopped: Clock = { now: () => 0 };

const comesAbout: TurnPorts['commit'] = () => Promise.resolve('acknowledged');

/** Null when the turn fails. */
async function taken(input: TurnInput, ports: TurnPorts, signal: AbortSignal): Promise<TurnResult | null> {
  try {
    const turn = runTurn(input, ports, signal);
    for (;;) {
      const step = await turn.next();
      if (step.done) return step.value;
    }
  } catch (failure) {
    if (failure instanceof DomainError || failure instanceof UnrecordedCallError || signal.aborted)
      return null;
    throw failure;
  }
}

type InteractionCompleted = Extract<ConversationEvent, { type: 'InteractionCompleted' }>;

/** Ids and times are those of the record: they come from outside of the engine. */
function completed(
  { conversation, interactionId, events }: RecordedTurn,
  { definition }: ReplayGround,
  result: TurnResult,
  calls: readonly RecordedCall[],
  { data: { completedAtMs } }: InteractionCompleted,
): readonly ConversationEvent[] {
  const thoughtIds = events.flatMap((event) =>
    event.type === 'InnerThoughtRecorded' ? [event.data.message.messageId] : [],
  );
  const said = events.find((event) => event.type === 'AgentMessageCompleted');
  if (conversation.running === null || said === undefined || result.innerThoughts.length > thoughtIds.length)
    return [];
  const turn: TakenTurn = {
    interactionId,
    result,
    calls,
    agentName: definition.agent.identity.name,
    messageId: said.data.message.messageId,
    innerThoughtIds: thoughtIds,
  };
  return completedTurn(conversation, conversation.running, turn, completedAtMs);
}

function callEventsOf({ events }: RecordedTurn): readonly ConversationEvent[] {
  return events.filter(({ type }) => type === 'ModelCallRecorded' || type === 'ModelExchangesRecorded');
}

/** Of a void turn the record may end before the next call was made. */
function replayedCalls(
  { interactionId }: RecordedTurn,
  recorded: readonly RecordedCall[],
  recorder: CallRecorder,
): readonly ConversationEvent[] {
  const known = new Set(recorded.map(({ id }) => id));
  return modelCallEvents(
    interactionId,
    recorder.calls().filter(({ id }) => known.has(id)),
  );
}

function compared(
  recorded: readonly ConversationEvent[],
  replayed: readonly ConversationEvent[],
): TurnReplay {
  const count = Math.max(recorded.length, replayed.length);
  for (let place = 0; place < count; place += 1) {
    const [one, other] = [recorded[place] ?? null, replayed[place] ?? null];
    if (canonicalJson(one) !== canonicalJson(other))
      return { outcome: 'diverged', recorded: one, replayed: other };
  }
  return { outcome: 'identical' };
}
