import {
  ModelError,
  readFacts,
  type RecordedCall,
  type TimedFact,
  type ToolCall,
  type TurnBegan,
  type TurnFact,
} from '@svc/engine';
import { canonicalJson } from '@svc/kernel';
import { recordOf, type RecordedTurn } from './recorded-turns.js';

/** A fact, when it came, and its place among those that came with it. */
export interface ComingFact {
  readonly fact: TurnFact;
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
  readonly order: number;
}

/** What was recorded for a call: its answer, or that none came within the turn, since nobody waited or it took longer. */
export type RecordedAnswer = readonly ComingFact[] | 'none-came';

/** The answers that a turn got, each given once. No other source is asked. */
export class RecordedAnswers {
  readonly beganAtMs: number;
  readonly #calls: RecordedCall[];
  readonly #tools: { readonly callId: string; readonly subject: string }[];
  /** By the id of the command that they answer. */
  readonly #facts = new Map<string, ComingFact[]>();

  /** @throws TypeError for an erased turn */
  constructor(turn: RecordedTurn, began: TurnBegan) {
    const record = recordOf(turn);
    if (record === undefined) throw new TypeError('The turn is erased.');
    this.#calls = [...record.calls];
    let order = 0;
    let beganAtMs = turn.startedAtMs;
    for (const { atMs, ...fact } of readFacts(record.facts, record.calls, began)) {
      order += 1;
      if (fact.type === 'turn-began') beganAtMs = atMs;
      if (!('id' in fact)) continue;
      const known = this.#facts.get(fact.id) ?? [];
      known.push({ fact, atMs, order });
      this.#facts.set(fact.id, known);
    }
    this.beganAtMs = beganAtMs;
    this.#tools = toolCallsIn(turn).map(({ callId, toolId, inputJson }) => ({
      callId,
      subject: toolSubject(toolId, inputJson === '' ? {} : JSON.parse(inputJson)),
    }));
    this.#withoutThoseNeverMade(turn);
  }

  /** The recorded call about the same; undefined where there is none left. */
  takeCall(callKey: string): RecordedCall | undefined {
    const place = this.#calls.findIndex((call) => call.callKey === callKey);
    return place < 0 ? undefined : this.#calls.splice(place, 1)[0];
  }

  /** Calls whose answer was used, and that nobody has asked for again. */
  get unasked(): readonly RecordedCall[] {
    return this.#calls.filter(({ failure }) => failure === null);
  }

  /** What a recorded call was answered, as facts of the call with this id. */
  toModel(id: string, recorded: RecordedCall): RecordedAnswer {
    const facts = this.#facts.get(recorded.id);
    // Older turns have no recorded facts.
    const coming = facts ?? untimed(recorded).map((fact) => ({ fact, atMs: this.beganAtMs, order: 0 }));
    return coming.some(({ fact }) => isEnd(fact)) ? renamed(coming, id) : 'none-came';
  }

  /** The same for a call of a tool with that input; undefined where there is none. */
  toTool({ id, toolId, input }: ToolCall): RecordedAnswer | undefined {
    const subject = toolSubject(toolId, input);
    const place = this.#tools.findIndex((tool) => tool.subject === subject);
    const [made] = place < 0 ? [] : this.#tools.splice(place, 1);
    if (made === undefined) return undefined;
    const facts = this.#facts.get(made.callId);
    return facts === undefined ? 'none-came' : renamed(facts, id);
  }

  /** What came for the command of the same name: of a timer, a ruling or a commit. */
  toNamed(id: string): readonly ComingFact[] | undefined {
    return this.#facts.get(id);
  }

  #withoutThoseNeverMade(turn: RecordedTurn): void {
    const intended = new Set(
      turn.events.flatMap((event) => (event.type === 'ToolIntentRecorded' ? [event.data.call.callId] : [])),
    );
    const made = this.#tools.filter(({ callId }) => this.#facts.has(callId) || intended.has(callId));
    this.#tools.splice(0, this.#tools.length, ...made);
  }
}

function renamed(facts: readonly ComingFact[], id: string): readonly ComingFact[] {
  return facts.map((coming) => ({ ...coming, fact: { ...coming.fact, id } as TurnFact }));
}

/** Whether a call of a model has ended with it. */
export function isEnd({ type }: Pick<TimedFact, 'type'>): boolean {
  return type === 'model-judged' || type === 'model-ended' || type === 'model-failed';
}

function untimed({ id, attempts, judgement, failure }: RecordedCall): readonly TurnFact[] {
  const attempted = attempts.map((attempt): TurnFact => ({ type: 'model-attempted', id, attempt }));
  if (failure === 'cancelled') return attempted;
  if (failure !== null) return [...attempted, { type: 'model-failed', id, failure: new ModelError(failure) }];
  if (judgement !== null) return [...attempted, { type: 'model-judged', id, judgement }];
  const pieces = attempts.flatMap((attempt) => attempt.pieces);
  const said = pieces.map((text): TurnFact => ({ type: 'model-delta', id, text }));
  return [...said, ...attempted, { type: 'model-ended', id }];
}

/** The calls of tools that the turn itself has made, in the order in which they were stored. */
export function toolCallsIn({ events, interactionId }: RecordedTurn) {
  const calls = new Map(
    events.flatMap((event) =>
      (event.type === 'ToolIntentRecorded' || event.type === 'ToolOutcomeRecorded') &&
      event.data.interactionId === interactionId
        ? [[event.data.call.callId, event.data.call] as const]
        : [],
    ),
  );
  return [...calls.values()];
}

function toolSubject(toolId: string, input: unknown): string {
  return `${toolId} ${canonicalJson(input)}`;
}
