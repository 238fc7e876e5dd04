import type { EngageTask, FillerTask } from '../model/model-task.js';

/** A part of the agent's message that was not sent yet, as a policy sees it. */
export interface UnsaidText {
  /**
   * Storable. It includes the white space around it, and follows any text held before. Where a sentence was split, what was
   * sent of it comes first, so a policy sees both sides of the split. A ruling applies only to the rest.
   */
  readonly text: string;
  /** The beginning of `text` that was sent before. */
  readonly begun?: string;
  /** False where it was split inside a sentence: it was too long or had waited too long. */
  readonly isWhole: boolean;
}

/** What is known about a turn during its message. */
export interface MessageUnderWay {
  readonly task: EngageTask | FillerTask;
  /** The text of this message so far. */
  readonly said: string;
}

/** What happens to a text. `endsMessage`: nothing follows it, and the model is stopped. */
export type FinalRuling = (
  | { readonly type: 'say' }
  /** Recorded in storable form, up to `maxReplacement`. The white space around the text stays. */
  | { readonly type: 'replace'; readonly by: string }
  | { readonly type: 'drop' }
) & { readonly endsMessage?: true };

export type Ruling =
  | FinalRuling
  /** Holds the text until the next sentence is there; the policy then sees both. `otherwise` applies when the hold must end. */
  | { readonly type: 'hold'; readonly otherwise: FinalRuling };

/**
 * Rules on what the agent is about to say, without waiting. Rulings are facts of the turn: a replay does not call the policy,
 * so a policy may change without a new version of the engine.
 */
export interface SpeechPolicy {
  /** Recorded with its rulings. */
  readonly name: string;
  /** An error ends the turn: nothing is sent without a ruling. */
  rule(unsaid: UnsaidText, message: MessageUnderWay): Ruling;
}

/** In UTF-16 code units. It is recorded unchanged, and the message has its own bound. */
export const maxReplacement = 2_000;
