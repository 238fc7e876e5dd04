import type { DecisionRecord, RecordedCall, RecordedFact, TurnRecord } from '@svc/engine';
import type { DomainEvent } from '@svc/kernel';
import type { ModelCallFigures, ModelExchange } from './model-call-record.js';
import { exchangeOf, figuresOf, recordedCall } from './model-calls.js';

/** What a turn or its summary leaves besides messages: enough to replay it. */
export interface TurnRecorded {
  readonly interactionId: string;
  readonly calls: readonly ModelCallFigures[];
  /** Null if they are erased. */
  readonly words: TurnWords | null;
}

export interface TurnWords {
  /** One for each call, in their order. */
  readonly exchanges: readonly ModelExchange[];
  /** In their order. A call is referred to by its index. */
  readonly facts: readonly RecordedFact[];
  readonly decisions: readonly Decision[];
}

export interface Decision extends DecisionRecord {
  /** Its lists were too long and are left out: the pinned context graph has them. */
  readonly isAbridged: boolean;
}

/** In JSON. */
const maxDecisionCharacters = 16_000;

interface Left extends Partial<TurnRecord> {
  readonly decisions?: readonly DecisionRecord[];
}

/** One event, or none if there is nothing to record. */
export function turnRecordEvents(
  interactionId: string,
  { calls = [], facts = [], decisions = [] }: Left,
): readonly DomainEvent<'TurnRecorded', TurnRecorded>[] {
  if (calls.length + facts.length + decisions.length === 0) return [];
  const words = { exchanges: calls.map(exchangeOf), facts, decisions: decisions.map(abridged) };
  return [{ type: 'TurnRecorded', data: { interactionId, calls: calls.map(figuresOf), words } }];
}

/** The calls of an event; undefined if their words are erased. */
export function callsRecordedIn({ calls, words }: TurnRecorded): readonly RecordedCall[] | undefined {
  return words?.exchanges.map((exchange, place) => recordedCall(calls[place] as ModelCallFigures, exchange));
}

/** The author of a graph may write a state of any length, and each turn in it would store that text. */
function abridged(decision: DecisionRecord): Decision {
  const { exitConditions, actions, guidelines } = decision;
  const isAbridged = JSON.stringify({ exitConditions, actions, guidelines }).length > maxDecisionCharacters;
  if (!isAbridged) return { ...decision, isAbridged };
  return { ...decision, isAbridged, exitConditions: [], actions: [], guidelines: [] };
}
