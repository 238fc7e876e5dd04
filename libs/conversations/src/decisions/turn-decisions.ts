import type { GraphState, PreloadSpec, ToolDescriptor } from '@svc/engine';
import { toolsOf } from '../domain/tool-events.js';
import type { Decision } from '../domain/turn-record.js';
import type { Definition } from '../ports/ports.js';
import { recordedTurns, type LoggedEvent, type RecordedTurn } from '../replay/recorded-turns.js';
import { consideredIn } from './considered-choices.js';
import { consideredPreloads } from './considered-preloads.js';
import type { DecidedToolCall, DecisionRecordEntry, TurnDecisions } from './decision-record.js';
import { consideredSpeech } from './considered-speech.js';
import { toolCallsByTurn, type TurnToolCall } from './turn-tool-calls.js';
import { placesOf, stateAt, type ReachedPlace } from './turn-places.js';

/**
 * What each ended turn of a conversation has decided, and why: from its log and the pinned definition alone, so that nothing is
 * stored twice (ADR 52). What is sealed with a turn is gone when its person is erased.
 */
export function decisionsIn(log: readonly LoggedEvent[], definition: Definition): readonly TurnDecisions[] {
  const calls = toolCallsByTurn(log);
  return recordedTurns(log).map((turn) => decisionsOf(turn, calls.get(turn.interactionId) ?? [], definition));
}

export function decisionsOf(
  turn: RecordedTurn,
  calls: readonly TurnToolCall[],
  definition: Definition,
): TurnDecisions {
  const { conversation, interactionId, isErased } = turn;
  const { kind } = conversation.running ?? { kind: 'skip' as const };
  return {
    interactionId,
    kind,
    startedAtMs: turn.startedAtMs,
    end: endOf(turn),
    isErased,
    decisions: isErased ? [] : new Decisions(turn, calls, definition).all(),
    toolCalls: calls.map((call) => decidedCall(call)),
  };
}

function endOf({ events }: RecordedTurn): TurnDecisions['end'] {
  const end = events.find(({ type }) => type === 'InteractionCompleted' || type === 'InteractionVoided');
  return end?.type === 'InteractionVoided' ? end.data.reason : 'completed';
}

function decidedCall({ call, outcome, approval }: TurnToolCall): DecidedToolCall {
  const { callId, toolId, name, state, purpose, round } = call;
  const { status = approval ?? 'running', failure = null, durationMs = 0 } = outcome ?? {};
  return { callId, toolId, tool: name, state, purpose, round, status, failure, durationMs };
}

/** The decisions of a turn, as it walks. */
class Decisions {
  readonly #entries: DecisionRecordEntry[] = [];
  readonly #places: readonly ReachedPlace[];
  readonly #tools: readonly ToolDescriptor[];
  /** The place where the walk is. */
  #here = 0;
  readonly #preloads: TurnToolCall[];

  constructor(
    private readonly turn: RecordedTurn,
    private readonly calls: readonly TurnToolCall[],
    private readonly definition: Definition,
  ) {
    this.#places = placesOf(turn) ?? [];
    this.#tools = toolsOf(turn.conversation);
    this.#preloads = calls.filter(({ call }) => call.purpose === 'preload');
  }

  all(): readonly DecisionRecordEntry[] {
    this.#enter(this.#places[0]);
    for (const decision of decisionsStoredIn(this.turn)) {
      this.#walkTo(decision.state);
      this.#decided(decision);
    }
    while (this.#here < this.#places.length - 1) this.#step();
    return [...this.#entries, ...this.#said()];
  }

  /** Decisions and transitions are each in their order, so the next place of that name is the one. */
  #walkTo(state: string): void {
    const isAhead = this.#places.slice(this.#here).some((place) => place.state === state);
    while (isAhead && this.#places[this.#here]?.state !== state) this.#step();
  }

  #step(): void {
    this.#here += 1;
    this.#enter(this.#places[this.#here]);
  }

  #enter(place: ReachedPlace | undefined): void {
    if (place === undefined || !place.isEntered || place.isJumpedBack) return;
    const specs = preloadsOf(this.#stateAt(place));
    if (specs.length === 0) return;
    const considered = consideredPreloads(specs, place.state, this.#preloads);
    this.#entries.push({
      ...this.#at(place),
      occasion: 'preload',
      judgedBy: 'code',
      reason: null,
      considered,
      isAbridged: false,
    });
  }

  #decided(decision: Decision): void {
    const place = this.#places[this.#here];
    const { purpose: occasion, judgedBy, state, isAbridged } = decision;
    const context = {
      state: place?.state === state ? this.#stateAt(place) : undefined,
      tools: this.#tools,
      areRoundsUsedUp: this.calls.some(({ outcome }) => outcome?.failure === 'rounds_exhausted'),
    };
    this.#entries.push({
      ...this.#at({ ...place, state }),
      occasion,
      judgedBy,
      reason: judgedBy === 'model' ? decision.reason : null,
      considered: consideredIn(decision, context),
      isAbridged,
    });
    if (decision.verdict.kind === 'exit' && this.#here < this.#places.length - 1) this.#step();
  }

  #said(): readonly DecisionRecordEntry[] {
    const place = this.#places.at(-1);
    if (place === undefined) return [];
    const considered = consideredSpeech(this.turn, this.#stateAt(place));
    if (considered.length === 0) return [];
    const spoken = { occasion: 'speech', judgedBy: 'code', reason: null, isAbridged: false } as const;
    return [{ ...this.#at(place), ...spoken, considered }];
  }

  #at({ graph, state }: Pick<ReachedPlace, 'state'> & Partial<ReachedPlace>) {
    const { contextGraphId, contextGraphVersionNumber } = this.turn.conversation.identity.pins;
    return { state, graph: graph ?? ([contextGraphId, contextGraphVersionNumber] as const) };
  }

  #stateAt(place: ReachedPlace): GraphState | undefined {
    return stateAt(this.definition, this.turn.conversation, place);
  }
}

function preloadsOf(state: GraphState | undefined): readonly PreloadSpec[] {
  return state?.type === 'action' ? state.preloads : [];
}

function decisionsStoredIn({ events }: RecordedTurn): readonly Decision[] {
  return events.flatMap((event) =>
    event.type === 'TurnRecorded' ? (event.data.words?.decisions ?? []) : [],
  );
}
