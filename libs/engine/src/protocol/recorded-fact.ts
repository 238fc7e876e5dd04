import type { ModelErrorKind } from '../model/model-error.js';
import type { Ruling } from './speech-policy.js';
import type { JsonValue } from '@svc/kernel';
import type { FailureClass } from '../graph/tool-spec.js';

/** Milliseconds since the previous fact; of the first one, since the Unix epoch. */
interface Timed {
  readonly afterMs: number;
}

/** `call`: index of the call among those recorded with the facts. */
interface OfCall extends Timed {
  readonly call: number;
}

/**
 * A fact as it is recorded. What the call already contains is not repeated here. Take-overs, and outcomes of the last commit, are
 * in the log itself.
 */
export type RecordedFact =
  | (Timed & {
      readonly type: 'turn-began';
      readonly isGated?: true;
      readonly suppressesFillers?: true;
      readonly utcOffsetMinutes?: number;
    })
  | (Timed & { readonly type: 'turn-ended' | 'cancelled' })
  | RecordedPieces
  | RecordedAnswer
  | RecordedNamed;

/** `name`: the id without the interaction's, as in `t.hold.1`. */
export type RecordedNamed =
  | (Timed & {
      readonly type: 'timer-fired' | 'commit-acknowledged' | 'commit-refused';
      readonly name: string;
    })
  | RecordedToolFact
  | (Timed & {
      readonly type: 'ruled';
      readonly name: string;
      readonly ruling: Ruling;
      readonly policies: readonly string[];
    });

/** `isWithheld`: its result, or the reason why it has none, is ephemeral and stored nowhere. */
export type RecordedToolFact = Timed & {
  readonly name: string;
  readonly durationMs: number;
  readonly isWithheld?: true;
} & (
    | { readonly type: 'tool-ended'; readonly result: JsonValue }
    | {
        readonly type: 'tool-failed';
        readonly failure: Exclude<FailureClass, 'rounds_exhausted'>;
        readonly reason: string;
      }
    | { readonly type: 'tool-unknown'; readonly reason: string }
  );

export type RecordedAnswer =
  /** `choice`: only where it differs from the call's judgement. */
  | (OfCall & { readonly type: 'model-chose' | 'model-judged'; readonly choice?: string })
  /** The next attempt of its call. */
  | (OfCall & { readonly type: 'model-attempted' | 'model-ended' })
  | (OfCall & {
      readonly type: 'model-failed';
      readonly kind: ModelErrorKind;
      readonly retryAfterSeconds?: number;
    });

/** Consecutive pieces of one call. */
export interface RecordedPieces {
  readonly type: 'model-said';
  readonly call: number;
  /** One for each piece. */
  readonly afterMs: readonly number[];
  /** Only where the pieces differ from those of the call's attempts. */
  readonly texts?: readonly string[];
}
