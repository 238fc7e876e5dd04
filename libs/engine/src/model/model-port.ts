import type { EngageTask, JudgeTask } from './model-task.js';

/** A message of the rendered prompt. User and assistant take turns, and a user message is the last. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The same question twice: as words for a language model, and as data for a model that follows rules. */
export interface JudgeRequest {
  readonly messages: readonly PromptMessage[];
  readonly task: JudgeTask;
}

export interface EngageRequest {
  readonly messages: readonly PromptMessage[];
  readonly task: EngageTask;
}

export interface Judgement {
  /** `id` of one of the task's choices. */
  readonly choice: string;
  /** One sentence for the decision record. */
  readonly reason: string;
}

/**
 * The language model as the engine needs it. Both calls fail with `ModelFailure`, or with the reason of `signal`
 * soon after it is aborted.
 */
export interface ModelPort {
  /** `provider/model`, for records; tells a reader who wrote the message. */
  readonly name: string;
  judge(request: JudgeRequest, signal: AbortSignal): Promise<Judgement>;
  /** The message in pieces, each passed on as soon as it is there. Ending the iteration early stops the model. */
  generate(request: EngageRequest, signal: AbortSignal): AsyncIterable<string>;
}
