import type { ModelFailureKind } from '../model/model-failure.js';

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
  (Timed & { readonly type: 'turn-began' | 'cancelled' }) | RecordedPieces | RecordedAnswer;

export type RecordedAnswer =
  /** `choice`: where it was not what the call was read as. */
  | (OfCall & { readonly type: 'model-judged'; readonly choice?: string })
  /** The next of the attempts of its call. */
  | (OfCall & { readonly type: 'model-attempted' | 'model-ended' })
  | (OfCall & {
      readonly type: 'model-failed';
      readonly kind: ModelFailureKind;
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
