import type { ModelAttempt } from '../model/model-attempt.js';
import type { ModelError } from '../model/model-error.js';
import type { Judgement } from '../model/model-port.js';
import type { Ruling } from '../speech/speech-policy.js';
import type { InteractionInput, TurnRequest } from '../turn/turn-request.js';

/**
 * What came from outside. A call is answered once, by `model-judged`, `model-ended` or `model-failed`; what comes for it
 * afterwards, or for one that was cancelled, is late and changes nothing, its attempts aside: they are told as they end.
 */
export type TurnFact =
  /** The first one. The id of an interaction is drawn at random: what a turn draws by lot, it draws from that. */
  | {
      readonly type: 'turn-began';
      readonly interactionId: string;
      readonly input: InteractionInput;
      /** Policies rule on what is said. */
      readonly isGated?: true;
    }
  /** The choice is known; `model-judged` or `model-failed` follows with its reason, or without. */
  | { readonly type: 'model-chose'; readonly id: string; readonly choice: string }
  | { readonly type: 'model-judged'; readonly id: string; readonly judgement: Judgement }
  /** A piece of the message. */
  | { readonly type: 'model-delta'; readonly id: string; readonly text: string }
  /** The message is whole, or was stopped. */
  | { readonly type: 'model-ended'; readonly id: string }
  | { readonly type: 'model-failed'; readonly id: string; readonly failure: ModelError }
  /** For the record of the call; comes before its answer, and of a cancelled call after it. */
  | { readonly type: 'model-attempted'; readonly id: string; readonly attempt: ModelAttempt }
  /** All of it is stored. */
  | { readonly type: 'commit-acknowledged'; readonly id: string }
  /** Nothing of it is stored, nor ever will be: somebody else has the turn, or nobody waits for it any more. */
  | { readonly type: 'commit-refused'; readonly id: string; readonly failure: Error }
  /** The time is over for which it was set. */
  | { readonly type: 'timer-fired'; readonly id: string }
  /** What policies have come to. `policies`: names of those that did not just let it be said. */
  | {
      readonly type: 'ruled';
      readonly id: string;
      readonly ruling: Ruling;
      readonly policies: readonly string[];
    }
  /** Nobody waits for the turn any more. */
  | { readonly type: 'cancelled' };

/** A fact and when the driver saw it: milliseconds since the Unix epoch; it never falls within a turn. */
export type TimedFact = TurnFact & { readonly atMs: number };

export type TurnBegan = Extract<TurnFact, { readonly type: 'turn-began' }>;

/** With it the turn begins that is to be taken upon `input`. @param isGated whether policies rule on what is said */
export function turnBegan({ interactionId, input }: TurnRequest, isGated = false): TurnBegan {
  return { type: 'turn-began', interactionId, input, ...(isGated ? { isGated } : {}) };
}

/** An answer, or a part of one. */
export type AnswerFact = Extract<
  TurnFact,
  { readonly type: 'model-chose' | 'model-judged' | 'model-delta' | 'model-ended' | 'model-failed' }
>;

export type AttemptFact = Extract<TurnFact, { readonly type: 'model-attempted' }>;

export type TimerFact = Extract<TurnFact, { readonly type: 'timer-fired' }>;

export type RulingFact = Extract<TurnFact, { readonly type: 'ruled' }>;

export type CommitFact = Extract<TurnFact, { readonly type: 'commit-acknowledged' | 'commit-refused' }>;
