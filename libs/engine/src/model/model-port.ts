import type { JsonObject } from '@svc/kernel';
import type { AttemptListener } from './model-attempt.js';
import type { UnusedMessage } from './unused-message.js';
import type { CallKind, EngageTask, JudgeTask, SummarizeTask } from './model-task.js';
import type { PromptMessage } from './prompt-message.js';

/** The same question twice: as words for a language model, and as data for a model that follows rules. */
export interface JudgeRequest {
  /** Names the call by its subject: `<interaction>/m.<kind>.<state>.<n>`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  /** JSON Schema of the answer. */
  readonly schema: JsonObject;
  readonly task: JudgeTask;
}

export interface EngageRequest {
  /** As in `JudgeRequest`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  readonly task: EngageTask;
}

export interface SummarizeRequest {
  /** As in `JudgeRequest`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  readonly task: SummarizeTask;
}

/** A call that is answered in words. */
export type WordsRequest = EngageRequest | SummarizeRequest;

export interface Judgement {
  /** `id` of one of the task's choices. */
  readonly choice: string;
  /** One sentence for the decision record. */
  readonly reason: string;
}

/** What is recorded of a model with each call. */
export interface ModelIdentity {
  /** `provider/model`, for records; tells a reader who wrote the message. */
  readonly name: string;
  /** What goes out with each request beside messages and schema, and `context_tokens`: what the messages are cut to. */
  readonly settings: JsonObject;
}

/** Hears of the choice, by its `id`, as soon as it is known: its reason may still be under way. */
export type ChoiceListener = (choice: string) => void;

/**
 * The language model as the engine needs it. Both calls fail with `ModelError`, or with the reason of `signal`
 * soon after it is aborted; either way `onAttempt` has heard by then of all that was tried.
 */
export interface ModelPort extends ModelIdentity {
  /** The model for one kind of call, where they differ. */
  identityOf?(kind: CallKind): ModelIdentity;
  /**
   * @param onChoice is told at most once, of one of the task's choices; the judgement then has that choice, whatever becomes of
   * its reason
   */
  judge(
    request: JudgeRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
    onChoice?: ChoiceListener,
  ): Promise<Judgement>;
  /**
   * The message in pieces, each passed on as soon as it is there. Ending the iteration early stops the model. So does a
   * summary come; of a model that makes none, no piece does.
   */
  generate(request: WordsRequest, signal: AbortSignal, onAttempt: AttemptListener): AsyncIterable<string>;
  /** Hears, when its turn is over, of each message that was asked for and not kept. */
  onUnusedMessage?(message: UnusedMessage): void;
}
