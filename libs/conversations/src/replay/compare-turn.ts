import { ModelError, TurnError, type ToolCall, type TransitionLog, type TurnEnd } from '@svc/engine';
import { canonicalJson, type JsonObject } from '@svc/kernel';
import type { ConversationPins } from '../domain/conversation-identity.js';
import { conditionsOf } from '../domain/conversation.js';
import { turnInput } from '../turn/turn-input.js';
import type { Difference, DifferenceKind } from './difference.js';
import { withPins } from './other-definition.js';
import { changedPrompts } from './prompt-difference.js';
import { toolCallsIn } from './recorded-answers.js';
import { recordOf, type RecordedTurn } from './recorded-turns.js';
import type { ReplayContext } from './replay-turn.js';
import { turnOtherwise, type TurnOtherwise, type UnrecordedCall } from './turn-otherwise.js';

/**
 * - `unchanged`; `changed`: see the differences;
 * - `stopped`: it needed a call whose answer was not recorded; the differences are those up to there;
 * - `failed`: it came to nothing, see `failure`;
 * - `void`: the recorded turn counts for nothing;
 * - `not-replayable`: it had an outcome whose words are stored nowhere; `erased`: the person is erased.
 */
export interface TurnComparison {
  readonly outcome: 'unchanged' | 'changed' | 'stopped' | 'failed' | 'void' | 'not-replayable' | 'erased';
  readonly differences: readonly Difference[];
  readonly firstUnrecordedCall: UnrecordedCall | null;
  /** Kind of the error of a turn that failed. */
  readonly failure: string | null;
}

export interface OtherVersion extends ReplayContext {
  /** Those of the definition. */
  readonly pins: ConversationPins;
}

/**
 * What a recorded turn would be on other versions, or on this release where another one recorded it. It begins where the recorded
 * one did, so a difference does not spread to the turns behind it. Nothing outside is called.
 */
export function compareTurn(turn: RecordedTurn, { definition, hash, pins }: OtherVersion): TurnComparison {
  const record = recordOf(turn);
  if (turn.isErased || record === undefined) return without('erased');
  if (record.facts.some((fact) => 'isWithheld' in fact && fact.isWithheld)) return without('not-replayable');
  if (turn.events.every(({ type }) => type !== 'InteractionCompleted')) return without('void');
  const conversation = withPins(turn.conversation, pins);
  const request = turnInput(conversation, definition);
  const otherwise = turnOtherwise({ turn, request, conditions: conditionsOf(conversation), hash });
  const { end, unrecorded: firstUnrecordedCall } = otherwise;
  const differences = differencesOf(turn, otherwise);
  if (end === null) return { outcome: 'stopped', differences, firstUnrecordedCall, failure: null };
  if (end.outcome !== 'completed')
    return { outcome: 'failed', differences, firstUnrecordedCall, failure: failureOf(end) };
  const outcome = differences.length === 0 ? 'unchanged' : 'changed';
  return { outcome, differences, firstUnrecordedCall, failure: null };
}

function without(outcome: TurnComparison['outcome']): TurnComparison {
  return { outcome, differences: [], firstUnrecordedCall: null, failure: null };
}

function failureOf(end: TurnEnd): string {
  if (end.outcome !== 'failed') return end.outcome;
  return end.failure instanceof TurnError || end.failure instanceof ModelError
    ? end.failure.kind
    : end.failure.code;
}

function differencesOf(turn: RecordedTurn, otherwise: TurnOtherwise): readonly Difference[] {
  const { end } = otherwise;
  const result = end?.outcome === 'completed' ? end.result : null;
  const said = turn.events.find((event) => event.type === 'AgentMessageCompleted')?.data;
  const ends =
    result === null
      ? []
      : [
          difference('state', said?.state ?? null, result.place.state),
          difference('message', said?.message.text ?? null, result.message),
        ];
  const [state = [], message = []] = ends;
  return [
    ...state,
    ...wayDifference('transitions', recordedWay(turn), replayedWay(otherwise), result === null),
    ...message,
    ...wayDifference('tools', recordedTools(turn), replayedTools(otherwise), result === null),
    ...changedPrompts(otherwise.answered),
    ...otherwise.unasked.map(({ kind }): Difference => ({ kind: 'prompts', recorded: kind, replayed: null })),
  ];
}

function difference(
  kind: DifferenceKind,
  recorded: string | null,
  replayed: string | null,
): readonly Difference[] {
  return recorded === replayed ? [] : [{ kind, recorded, replayed }];
}

/** @param isPart the turn has stopped: what comes behind is not missing */
function wayDifference(
  kind: DifferenceKind,
  recorded: readonly unknown[],
  replayed: readonly unknown[],
  isPart: boolean,
): readonly Difference[] {
  const compared = isPart ? recorded.slice(0, replayed.length) : recorded;
  return difference(kind, canonicalJson(compared), canonicalJson(replayed)).map((one) => ({
    ...one,
    recorded: canonicalJson(recorded),
  }));
}

function recordedWay({ events }: RecordedTurn): readonly unknown[] {
  return events.flatMap((event) => {
    if (event.type !== 'StateTransitioned') return [];
    const { stateType: type, previousState, nextState, exitCondition } = event.data;
    return [{ type, previousState, nextState, exitCondition }];
  });
}

function replayedWay({ transitions }: TurnOtherwise): readonly unknown[] {
  return transitions.map((moved: TransitionLog) => {
    const { type, previousState, nextState } = moved;
    return {
      ...{ type, previousState, nextState },
      exitCondition: 'exitCondition' in moved ? moved.exitCondition : null,
    };
  });
}

function recordedTools(turn: RecordedTurn): readonly unknown[] {
  return toolCallsIn(turn)
    .map((call) => ({ ...call, id: call.callId, input: inputOf(call.inputJson) }))
    .sort(byId)
    .map(shownTool);
}

function replayedTools({ notes }: TurnOtherwise): readonly unknown[] {
  const calls = new Map(notes.map(({ call }) => [call.id, call]));
  return [...calls.values()].sort(byId).map(shownTool);
}

/** Calls side by side are stored as they end. */
function byId({ id: one }: { readonly id: string }, { id: other }: { readonly id: string }): number {
  return one < other ? -1 : 1;
}

function shownTool({
  toolId,
  state,
  purpose,
  input,
}: Pick<ToolCall, 'toolId' | 'state' | 'purpose' | 'input'>) {
  return { toolId, state, purpose, input };
}

function inputOf(json: string): JsonObject {
  return json === '' ? {} : (JSON.parse(json) as JsonObject);
}
