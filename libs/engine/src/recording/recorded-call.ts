import type { JsonObject } from '@svc/kernel';
import type { CallFailure, ModelAttempt } from '../model/model-attempt.js';
import type { Judgement } from '../model/model-port.js';
import type { CallKind } from '../model/model-task.js';
import type { PromptMessage } from '../model/prompt-message.js';

/** All that was sent, whatever the attempt. */
export interface RecordedRequest {
  readonly messages: readonly PromptMessage[];
  /** JSON Schema of the answer; null when it is free text. */
  readonly schema: JsonObject | null;
  readonly settings: JsonObject;
}

/** A call of the language model, as it is recorded for exact replay. */
export interface RecordedCall {
  /**
   * `<interaction>/m.<kind>.<state>.<n>`: named by its subject, never by its place in the turn, so that one call more
   * changes no name behind it. `n` counts from 1 what this turn asks on the same subject.
   */
  readonly id: string;
  readonly kind: CallKind;
  /**
   * Keyed hash of what the call is about: kind, state content, offered choices, tool and arguments (none yet) and user
   * input. Prompt wording is left out, so that an answer can be found again under another agent version.
   */
  readonly callKey: string;
  /** Keyed hash of `request` as canonical JSON: equal only when the whole request is. */
  readonly requestHash: string;
  /** `provider/model` that was asked. */
  readonly model: string;
  readonly request: RecordedRequest;
  /** In their order. */
  readonly attempts: readonly ModelAttempt[];
  /** What the answer was read as; null for messages and for calls that failed. */
  readonly judgement: Judgement | null;
  /** Null when the answer was used. */
  readonly failure: CallFailure | null;
}
