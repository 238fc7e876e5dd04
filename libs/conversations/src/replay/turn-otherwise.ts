import {
  TurnMachine,
  TurnRecorder,
  turnBegan,
  type KeyedHash,
  type RecordedCall,
  type RecordedFact,
  type ToolNote,
  type TransitionLog,
  type TurnCommand,
  type TurnEnd,
  type TurnFact,
  type TurnRequest,
} from '@svc/engine';
import type { TurnConditions } from '../domain/turn-conditions.js';
import { recordedModel } from './recorded-model.js';
import { isEnd, RecordedAnswers, type ComingFact, type RecordedAnswer } from './recorded-answers.js';
import { recordOf, type RecordedTurn } from './recorded-turns.js';

type AskingCommand = Extract<
  TurnCommand,
  { readonly type: 'call-model' | 'call-tool' | 'set-timer' | 'rule' | 'commit' }
>;

/** Bound of the facts of one turn: none that was recorded has a tenth of them. */
const maxFacts = 200_000;

/** Of a turn without recorded facts. */
const noWishes: Partial<Extract<RecordedFact, { readonly type: 'turn-began' }>> = {};

/** A call that no answer was recorded for. */
export interface UnrecordedCall {
  /** Of a model, the kind of the call; `tool`; `ruling` of what was about to be said. */
  readonly kind: string;
  readonly callId: string;
}

/** A call of a model that was answered from the record. */
export interface AnsweredCall {
  readonly recorded: RecordedCall;
  readonly replayed: RecordedCall;
}

/** A turn that was taken with the answers of a recorded one. */
export interface TurnOtherwise {
  /** Null: it was stopped, since it needed a call without a recorded answer. */
  readonly end: TurnEnd | null;
  readonly unrecorded: UnrecordedCall | null;
  readonly answered: readonly AnsweredCall[];
  /** Recorded calls that it did not need; none where it stopped. */
  readonly unasked: readonly RecordedCall[];
  /** Up to its end, or to where it stopped. */
  readonly transitions: readonly TransitionLog[];
  readonly notes: readonly ToolNote[];
}

export interface OtherTurn {
  readonly turn: RecordedTurn;
  /** The turn as it would be taken. */
  readonly request: TurnRequest;
  readonly conditions: TurnConditions;
  readonly hash: KeyedHash;
}

/**
 * Takes a turn with the answers of a recorded one. Answers are found by what their call was about (`callKey`), so prompts may be
 * worded differently. Nothing outside is called. Where it needs an answer that was not recorded, it stops.
 */
export function turnOtherwise(other: OtherTurn): TurnOtherwise {
  return new Taking(other).run();
}

class Taking {
  readonly #recorder: TurnRecorder;
  readonly #machine: TurnMachine;
  readonly #answers: RecordedAnswers;
  /** What comes, at its recorded time or later. */
  #coming: ComingFact[] = [];
  /** Commands without an answer in the record, by id. */
  readonly #unanswered = new Map<string, { readonly call: UnrecordedCall; readonly isRecorded: boolean }>();
  readonly #answered: { readonly recorded: RecordedCall; readonly id: string }[] = [];
  readonly #transitions: TransitionLog[] = [];
  readonly #notes: ToolNote[] = [];
  #nowMs: number;
  #end: TurnEnd | null = null;

  constructor({ turn, request, conditions, hash }: OtherTurn) {
    const { calls, facts } = recordOf(turn) ?? { calls: [], facts: [] };
    const [first] = facts;
    const { isGated, suppressesFillers, utcOffsetMinutes } = first?.type === 'turn-began' ? first : noWishes;
    const began = turnBegan(request, isGated, suppressesFillers);
    this.#recorder = new TurnRecorder(hash);
    this.#machine = new TurnMachine(request, recordedModel(calls, conditions), this.#recorder);
    this.#answers = new RecordedAnswers(turn, began);
    this.#nowMs = this.#answers.beganAtMs;
    this.#comes({ ...began, ...(utcOffsetMinutes === undefined ? {} : { utcOffsetMinutes }) });
  }

  run(): TurnOtherwise {
    for (let facts = 0; this.#end === null; facts += 1) {
      const next = this.#next();
      if (next === undefined) break;
      if (facts > maxFacts) throw new TypeError('The turn does not end.');
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      for (const command of this.#machine.feed({ ...next.fact, atMs: this.#nowMs })) this.#do(command);
    }
    const [stuck] = this.#unanswered.values();
    return {
      end: this.#end,
      unrecorded: this.#end === null ? (stuck?.call ?? null) : null,
      answered: this.#answered.map(({ recorded, id }) => ({ recorded, replayed: this.#callOf(id) })),
      unasked: this.#end === null ? [] : this.#answers.unasked,
      transitions: this.#transitions,
      notes: this.#notes,
    };
  }

  /** The next fact. While an answer is missing for good, no time passes on its account. */
  #next(): ComingFact | undefined {
    const isStopped = [...this.#unanswered.values()].some(({ isRecorded }) => !isRecorded);
    let next: ComingFact | undefined;
    for (const coming of this.#coming) {
      if (isStopped && coming.fact.type === 'timer-fired') continue;
      if (next === undefined || isBefore(coming, next)) next = coming;
    }
    if (next !== undefined) this.#coming.splice(this.#coming.indexOf(next), 1);
    return next;
  }

  #do(command: TurnCommand): void {
    switch (command.type) {
      case 'call-model':
      case 'call-tool':
      case 'set-timer':
      case 'rule':
      case 'commit':
        this.#asked(command);
        return;
      case 'stop-model':
      case 'cancel':
        this.#takeBack(command.id);
        return;
      case 'tell':
        if (command.signal.type === 'state-transitioned') this.#transitions.push(command.signal.transition);
        return;
      case 'end-turn':
        this.#end = command.end;
    }
  }

  #asked(command: AskingCommand): void {
    const { id } = command;
    switch (command.type) {
      case 'call-model': {
        const call = this.#callOf(id);
        const recorded = this.#answers.takeCall(call.callKey);
        if (recorded !== undefined) this.#answered.push({ recorded, id });
        const answer = recorded && this.#answers.toModel(id, recorded);
        this.#answer({ kind: call.kind, callId: id }, answer);
        return;
      }
      case 'call-tool':
        this.#answer({ kind: 'tool', callId: id }, this.#answers.toTool(command.call));
        return;
      case 'rule':
        this.#answer({ kind: 'ruling', callId: id }, this.#answers.toNamed(id));
        return;
      case 'set-timer': {
        const fired = { type: 'timer-fired', id } as const;
        // Behind what came at the same time, unless it is known to have come before.
        const last = { fact: fired, atMs: this.#nowMs + command.afterMs, order: Infinity };
        this.#coming.push(...(this.#answers.toNamed(id) ?? [last]));
        return;
      }
      case 'commit':
        this.#notes.push(...command.commit.notes);
        this.#comes({ type: 'commit-acknowledged', id });
    }
  }

  #comes(fact: TurnFact): void {
    this.#coming.push({ fact, atMs: this.#nowMs, order: 0 });
  }

  #answer(call: UnrecordedCall, answer: RecordedAnswer | undefined): void {
    if (answer !== undefined && answer !== 'none-came') this.#coming.push(...answer);
    else this.#unanswered.set(call.callId, { call, isRecorded: answer === 'none-came' });
  }

  /** A model's call still ends when nobody waits for it. */
  #takeBack(id: string): void {
    this.#unanswered.delete(id);
    const isModel = this.#recorder.calls().some((call) => call.id === id);
    if (!isModel) this.#coming = this.#coming.filter(({ fact }) => !('id' in fact) || fact.id !== id);
    else if (!this.#coming.some(({ fact }) => 'id' in fact && fact.id === id && isEnd(fact)))
      this.#comes({ type: 'model-ended', id });
  }

  #callOf(id: string): RecordedCall {
    const call = this.#recorder.calls().find((one) => one.id === id);
    if (call === undefined) throw new TypeError(`${id} is no call of the turn.`);
    return call;
  }
}

function isBefore(one: ComingFact, other: ComingFact): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
