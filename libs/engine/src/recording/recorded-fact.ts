import type { ModelErrorKind } from '../model/model-error.js';
import type { Ruling } from '../speech/speech-policy.js';

/** Milliseconds since the fact before; of the first one, since the Unix epoch. */
interface Timed {
  readonly afterMs: number;
}

/** `call`: place of the call among those that are recorded with the facts. */
interface OfCall extends Timed {
  readonly call: number;
}

/**
 * A fact as it is recorded: what it says stands with the call that it is about, as far as the call holds it. Who took the
 * turn over, and what came of a commit, says the log.
 */
export type RecordedFact =
  | (Timed & { readonly type: 'turn-began'; readonly isGated?: true })
  | (Timed & { readonly type: 'cancelled' })
  | RecordedPieces
  | RecordedAnswer
  | RecordedNamed;

/** `name`: the id behind that of the interaction, as in `t.hold.1`. */
export type RecordedNamed =
  | (Timed & { readonly type: 'timer-fired'; readonly name: string })
  | (Timed & {
      readonly type: 'ruled';
      readonly name: string;
      readonly ruling: Ruling;
      readonly policies: readonly string[];
    });

export type RecordedAnswer =
  /** `choice`: where it was not what the call was read as. */
  | (OfCall & { readonly type: 'model-chose' | 'model-judged'; readonly choice?: string })
  /** The next of the attempts of its call. */
  | (OfCall & { readonly type: 'model-attempted' | 'model-ended' })
  | (OfCall & {
      readonly type: 'model-failed';
      readonly kind: ModelErrorKind;
      readonly retryAfterSeconds?: number;
    });

/** Pieces of one call that came one after the other. */
export interface RecordedPieces {
  readonly type: 'model-said';
  readonly call: number;
  /** Of each piece. */
  readonly afterMs: readonly number[];
  /** Where the pieces are not those of the call's attempts. */
  readonly texts?: readonly string[];
}
