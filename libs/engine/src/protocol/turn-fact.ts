import type { ModelAttempt } from '../model/model-attempt.js';
import type { ModelError } from '../model/model-error.js';
import type { Judgement } from '../model/model-port.js';
import type { Ruling } from './speech-policy.js';
import type { FailureClass } from '../graph/tool-spec.js';
import type { JsonValue } from '@svc/kernel';
import type { InteractionInput, TurnRequest } from '../input/turn-request.js';

/**
 * What came from outside. A call ends once, by `model-judged`, `model-ended` or `model-failed`. Later facts of it, or of a
 * cancelled call, change nothing, except attempts: those come as they end.
 */
export type TurnFact =
  /** The first fact. The interaction id is random, and is the turn's source of randomness. */
  | {
      readonly type: 'turn-began';
      readonly interactionId: string;
      readonly input: InteractionInput;
      /** Policies rule on the agent's text. */
      readonly isGated?: true;
      /** The user wants to hear nothing before the message. */
      readonly suppressesFillers?: true;
      /** Of the user's zone; absent where that is unknown. */
      readonly utcOffsetMinutes?: number;
    }
  /** The first fact between turns: that turn has ended, and something may be left to do behind it. */
  | { readonly type: 'turn-ended'; readonly interactionId: string }
  /** The choice is known. `model-judged` or `model-failed` follows, with its reason or without. */
  | { readonly type: 'model-chose'; readonly id: string; readonly choice: string }
  | { readonly type: 'model-judged'; readonly id: string; readonly judgement: Judgement }
  /** A piece of the message. */
  | { readonly type: 'model-delta'; readonly id: string; readonly text: string }
  /** The message is complete, or was stopped. */
  | { readonly type: 'model-ended'; readonly id: string }
  | { readonly type: 'model-failed'; readonly id: string; readonly failure: ModelError }
  /** For the record of the call. It comes before its response; for a cancelled call, after it. */
  | { readonly type: 'model-attempted'; readonly id: string; readonly attempt: ModelAttempt }
  | {
      readonly type: 'tool-ended';
      readonly id: string;
      readonly result: JsonValue;
      readonly durationMs: number;
    }
  /** Nothing came of it. `reason`: for the model. */
  | {
      readonly type: 'tool-failed';
      readonly id: string;
      readonly failure: Exclude<FailureClass, 'rounds_exhausted'>;
      readonly reason: string;
      readonly durationMs: number;
    }
  /** Whether it took effect is not known. */
  | {
      readonly type: 'tool-unknown';
      readonly id: string;
      readonly reason: string;
      readonly durationMs: number;
    }
  /** All of it is stored. */
  | { readonly type: 'commit-acknowledged'; readonly id: string }
  /** Nothing of it is stored or ever will be: another process has the turn, or nobody waits for it. */
  | { readonly type: 'commit-refused'; readonly id: string; readonly failure: Error }
  /** The timer's time is over. */
  | { readonly type: 'timer-fired'; readonly id: string }
  /** The ruling. `policies`: names of those that did not simply allow the text. */
  | {
      readonly type: 'ruled';
      readonly id: string;
      readonly ruling: Ruling;
      readonly policies: readonly string[];
    }
  /** Nobody waits for the turn. */
  | { readonly type: 'cancelled' };

/** A fact and when the driver saw it, in milliseconds since the Unix epoch. It never decreases within a turn. */
export type TimedFact = TurnFact & { readonly atMs: number };

export type TurnBegan = Extract<TurnFact, { readonly type: 'turn-began' }>;

export type TurnEnded = Extract<TurnFact, { readonly type: 'turn-ended' }>;

/**
 * The first fact of a turn on `input`.
 * @param isGated whether policies rule on the agent's text
 * @param suppressesFillers whether the user wants to hear nothing before the message
 */
export function turnBegan(
  { interactionId, input }: TurnRequest,
  isGated = false,
  suppressesFillers = false,
): TurnBegan {
  return {
    type: 'turn-began',
    interactionId,
    input,
    ...(isGated ? { isGated } : {}),
    ...(suppressesFillers ? { suppressesFillers } : {}),
  };
}

/** The answers to each command that has some. */
interface AnswersOf {
  readonly 'call-model': Extract<
    TurnFact,
    { readonly type: 'model-chose' | 'model-judged' | 'model-delta' | 'model-ended' | 'model-failed' }
  >;
  readonly 'call-tool': Extract<TurnFact, { readonly type: 'tool-ended' | 'tool-failed' | 'tool-unknown' }>;
  readonly 'set-timer': Extract<TurnFact, { readonly type: 'timer-fired' }>;
  readonly rule: Extract<TurnFact, { readonly type: 'ruled' }>;
  readonly commit: Extract<TurnFact, { readonly type: 'commit-acknowledged' | 'commit-refused' }>;
}

/** An answer to a command of this type, or a part of one. */
export type AnswerTo<Asked extends keyof AnswersOf> = AnswersOf[Asked];

export type AnswerFact = AnswersOf[keyof AnswersOf];

/** The outcome of a tool's call. */
export type ToolFact = AnswerTo<'call-tool'>;

export function isToolFact(fact: TurnFact): fact is ToolFact {
  return fact.type === 'tool-ended' || fact.type === 'tool-failed' || fact.type === 'tool-unknown';
}

/** A response of a model, or a part of one. */
export type ModelFact = AnswerTo<'call-model'>;
