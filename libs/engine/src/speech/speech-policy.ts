import type { EngageTask } from '../model/model-task.js';

/** A part of the agent's message that has not been said yet, as a policy is shown it. */
export interface UnsaidText {
  /** Storable; with the white space around it, and behind what was held before it. */
  readonly text: string;
  /** False where it was parted before its sentence had ended: it is too long, or was not to wait any longer. */
  readonly isWhole: boolean;
}

/** What is known of a turn whose message is under way. */
export interface MessageUnderWay {
  readonly task: EngageTask;
  /** Of this message. */
  readonly said: string;
}

/** What comes of a text. `endsMessage`: nothing is said behind it, and the model is stopped. */
export type FinalRuling = (
  | { readonly type: 'say' }
  /** Recorded as it can be stored, up to `maxReplacement`; the white space around the text stays. */
  | { readonly type: 'replace'; readonly by: string }
  | { readonly type: 'drop' }
) & { readonly endsMessage?: true };

export type Ruling =
  | FinalRuling
  /** Until the next sentence is there, with which it is shown again; `otherwise` when it can be held no longer. */
  | { readonly type: 'hold'; readonly otherwise: FinalRuling };

/**
 * Rules on what the agent is about to say, at once. Its rulings are facts of the turn: a replay does not ask it again, so it
 * may change without a new version of the engine.
 */
export interface SpeechPolicy {
  /** Recorded with what it rules. */
  readonly name: string;
  /** What it throws ends the turn: nothing is said that was not ruled upon. */
  rule(unsaid: UnsaidText, message: MessageUnderWay): Ruling;
}

/** In UTF-16 code units: it is recorded as it is, and the message has its own bound. */
export const maxReplacement = 2_000;
