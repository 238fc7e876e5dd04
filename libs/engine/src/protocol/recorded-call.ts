import type { JsonObject } from '@svc/kernel';
import type { CallFailure, ModelAttempt } from '../model/model-attempt.js';
import type { Judgement } from '../model/model-port.js';
import type { CallKind } from '../model/model-task.js';
import type { PromptMessage } from '../model/prompt-message.js';

/** What every attempt sends. */
export interface RecordedRequest {
  readonly messages: readonly PromptMessage[];
  /** JSON Schema of the response; null when it is free text. */
  readonly schema: JsonObject | null;
  readonly settings: JsonObject;
}

/** A language model call, recorded for exact replay. */
export interface RecordedCall {
  /**
   * `<interaction>/m.<kind>.<state>.<n>`: named by its subject, not by its order in the turn, so an additional call does not
   * rename later ones. `n` counts the turn's calls on that subject from 1.
   */
  readonly id: string;
  readonly kind: CallKind;
  /**
   * Keyed hash of what the call is about (`callKeyText`). Prompt wording is left out, so a response can be found again under
   * another agent version.
   */
  readonly callKey: string;
  /** Keyed hash of `request` as canonical JSON: equal only when the whole request is equal. */
  readonly requestHash: string;
  /** `provider/model` that was asked. */
  readonly model: string;
  readonly request: RecordedRequest;
  /** In their order. */
  readonly attempts: readonly ModelAttempt[];
  /** The parsed response; null for messages and for failed calls. */
  readonly judgement: Judgement | null;
  /** Null when the response was used. */
  readonly failure: CallFailure | null;
}
