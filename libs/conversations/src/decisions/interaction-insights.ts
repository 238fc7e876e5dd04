import type { GraphState, Place, VersionInfo } from '@svc/engine';
import type { StateTransitioned } from '../domain/conversation-event.js';
import { graphOf } from '../domain/visit.js';
import type { Definition } from '../ports/ports.js';
import type { RecordedTurn } from '../replay/recorded-turns.js';
import { placesOf, stateAt } from './turn-places.js';
import type { TurnToolCall } from './turn-tool-calls.js';

/** A call as insights show it. */
export interface InsightToolCall {
  readonly name: string;
  readonly toolId: string;
  /** Empty where the tool has none. */
  readonly version: string;
  /** A JSON object. */
  readonly inputJson: string;
  /** A text, or JSON of another result; of a failure, its reason. Null: it is stored nowhere. */
  readonly output: string | null;
  readonly durationMs: number;
}

/** Calls by the round of tools in which they were made. */
export type InsightRounds = readonly (readonly InsightToolCall[])[];

export interface InsightTransition {
  readonly type: StateTransitioned['stateType'];
  readonly previous: Place;
  readonly next: Place;
  readonly exitCondition: string | null;
  readonly innerThoughtMessageId: string | null;
  readonly queries: readonly string[];
  /** Of the state that was left, without the call of its designated tool. */
  readonly rounds: InsightRounds;
  /** Of tool-call states; null for others. */
  readonly designated: InsightToolCall | null;
}

/** How the agent came to its message. */
export interface InteractionInsights extends Record<'state' | 'action' | 'objective', string> {
  readonly transitions: readonly InsightTransition[];
  /** What was known of the user from earlier conversations. */
  readonly workingMemory: readonly { readonly content: string; readonly context: string }[];
  readonly reflections: readonly string[];
  readonly selectNextActionRounds: InsightRounds;
  readonly engageUserRounds: InsightRounds;
}

/**
 * @param calls those of the turn, in their order
 * @returns null for a void turn: nothing of it counts
 */
export function insightsOf(
  turn: RecordedTurn,
  calls: readonly TurnToolCall[],
  definition: Definition,
): InteractionInsights | null {
  const { conversation, events } = turn;
  const spoken = events.find((event) => event.type === 'AgentMessageCompleted')?.data;
  if (spoken === undefined) return null;
  const left = [...calls];
  const own = graphOf(conversation.identity);
  const stateOf = (place: Place): GraphState | undefined => stateAt(definition, conversation, place);
  const transitions = events.flatMap((event) =>
    event.type === 'StateTransitioned' ? [transitionOf(event.data, own, left, stateOf)] : [],
  );
  const place = placesOf(turn)?.at(-1) ?? { graph: own, state: spoken.state };
  const there = stateOf({ ...place, state: spoken.state });
  const known = conversation.running?.isOnBehalf === true ? [] : (conversation.recollections ?? []);
  return {
    state: spoken.state,
    action: spoken.action,
    objective: there !== undefined && 'objective' in there ? there.objective : '',
    transitions,
    workingMemory: known.map(({ content, context }) => ({ content, context })),
    reflections: reflectionsOf(turn),
    selectNextActionRounds: roundsOf(left.filter(({ call }) => call.purpose === 'navigate')),
    engageUserRounds: roundsOf(left.filter(({ call }) => call.purpose === 'engage')),
  };
}

/** @param left calls of no transition yet; those of this one are taken out */
function transitionOf(
  moved: StateTransitioned,
  own: VersionInfo,
  left: TurnToolCall[],
  stateOf: (place: Place) => GraphState | undefined,
): InsightTransition {
  const { stateType: type, exitCondition, innerThoughtMessageId, queries } = moved;
  const previous = placed(moved.previousState, moved.previousGraphId, moved.previousGraphVersion, own);
  const next = placed(moved.nextState, moved.nextGraphId, moved.nextGraphVersion, own);
  const made = takeCallsOf(moved.previousState, left);
  const isDesignated = type === 'tool-call' ? designatedAmong(made) : () => false;
  const [designated] = made.filter(isDesignated);
  return {
    ...{ type, previous, next, exitCondition, innerThoughtMessageId, queries },
    // What a recall looks up is in its queries.
    rounds:
      type === 'recall'
        ? []
        : roundsOf(made.filter((one) => one.call.purpose !== 'preload' && !isDesignated(one))),
    designated: type === 'tool-call' ? shownOr(designated, stateOf(previous)) : null,
  };
}

function placed(state: string, id: string | null, version: number | null, own: VersionInfo): Place {
  return { state, graph: id === null || version === null ? own : [id, version] };
}

/** Calls are in their order, so those of a state that is left come before those of later ones. */
function takeCallsOf(state: string, left: TurnToolCall[]): readonly TurnToolCall[] {
  const other = left.findIndex(({ call }) => call.state !== state);
  return left.splice(0, other < 0 ? left.length : other);
}

/** A tool that is not there is stored as a call that was wanted on entry. */
function designatedAmong(made: readonly TurnToolCall[]): (one: TurnToolCall) => boolean {
  const designated =
    made.findLast(({ call }) => call.purpose === 'designated') ??
    made.findLast(({ call }) => call.purpose === 'preload');
  return (one) => one === designated;
}

/** Where a turn that came to nothing has made the call already, this one has none of its own. */
function shownOr(made: TurnToolCall | undefined, state: GraphState | undefined): InsightToolCall {
  if (made !== undefined) return shown(made);
  const toolId = state?.type === 'tool-call' ? state.designatedTool.toolId : '';
  return { name: toolId, toolId, version: '', inputJson: '{}', output: null, durationMs: 0 };
}

function roundsOf(calls: readonly TurnToolCall[]): InsightRounds {
  const rounds = new Map<number, InsightToolCall[]>();
  for (const one of calls) {
    const { round } = one.call;
    rounds.set(round, [...(rounds.get(round) ?? []), shown(one)]);
  }
  return [...rounds.values()];
}

function shown({ call, outcome }: TurnToolCall): InsightToolCall {
  const { name, toolId, version, inputJson } = call;
  return {
    name,
    toolId,
    version: version ?? '',
    inputJson: inputJson === '' ? '{}' : inputJson,
    output: outputOf(call, outcome),
    durationMs: outcome?.durationMs ?? 0,
  };
}

function outputOf(call: TurnToolCall['call'], outcome: TurnToolCall['outcome']): string | null {
  const { resultPersistence } = JSON.parse(call.handlingJson) as { readonly resultPersistence?: string };
  if (resultPersistence === 'ephemeral') return null;
  if (outcome === null) return '';
  if (outcome.status !== 'ended') return outcome.reason ?? '';
  if (outcome.resultJson === null) return null;
  const result: unknown = JSON.parse(outcome.resultJson);
  return typeof result === 'string' ? result : outcome.resultJson;
}

function reflectionsOf({ events }: RecordedTurn): readonly string[] {
  const ids = new Set(
    events.flatMap((event) =>
      event.type === 'StateTransitioned' && event.data.stateType === 'reflection'
        ? [event.data.innerThoughtMessageId]
        : [],
    ),
  );
  return events.flatMap((event) =>
    event.type === 'InnerThoughtRecorded' && ids.has(event.data.message.messageId)
      ? [event.data.message.text]
      : [],
  );
}
