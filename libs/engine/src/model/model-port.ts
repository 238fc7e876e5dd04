import type { JsonObject } from '@svc/kernel';
import type { AttemptListener } from './model-attempt.js';
import type { UnusedMessage } from './unused-message.js';
import type {
  ArgumentsTask,
  CallKind,
  EngageTask,
  FillerTask,
  GuardTask,
  JudgeTask,
  RecommendTask,
  ReflectTask,
  SummarizeTask,
} from './model-task.js';
import type { PromptMessage } from './prompt-message.js';

/** The messages of a request, cut to another model than the one that it is made for: a fallback may take in less. */
export type FittedTo = (model: Pick<ModelIdentity, 'settings'>) => readonly PromptMessage[];

/** The same question twice: as a prompt for a language model, and as data for a rule-based model. */
export interface JudgeRequest {
  /** Named by its subject: `<interaction>/m.<kind>.<state>.<n>`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  /** JSON Schema of the response. */
  readonly schema: JsonObject;
  readonly task: JudgeTask;
  /** Absent where the prompt fits any model. */
  readonly fittedTo?: FittedTo;
}

export interface EngageRequest {
  /** As in `JudgeRequest`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  readonly task: EngageTask;
  /** As in `JudgeRequest`. */
  readonly fittedTo?: FittedTo;
}

export interface SummarizeRequest {
  /** As in `JudgeRequest`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  readonly task: SummarizeTask;
}

/** A call whose response is one JSON object, as text: the input of a tool. */
export interface ArgumentsRequest {
  /** As in `JudgeRequest`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  /** JSON Schema of the object. It is the tool's, so a response that breaks it is not necessarily refused. */
  readonly schema: JsonObject;
  readonly task: ArgumentsTask;
  /** As in `JudgeRequest`. */
  readonly fittedTo?: FittedTo;
}

/** A call for a thought. */
export interface ReflectRequest {
  /** As in `JudgeRequest`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  readonly task: ReflectTask;
  /** As in `JudgeRequest`. */
  readonly fittedTo?: FittedTo;
}

/** A call whose response is one JSON object of this form, as text: the rules that are broken. */
export interface GuardRequest {
  /** As in `JudgeRequest`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  /** JSON Schema of the object. */
  readonly schema: JsonObject;
  readonly task: GuardTask;
  /** As in `JudgeRequest`. */
  readonly fittedTo?: FittedTo;
}

/** A call for a phrase. */
export interface FillerRequest {
  /** As in `JudgeRequest`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  readonly task: FillerTask;
  /** As in `JudgeRequest`. */
  readonly fittedTo?: FittedTo;
}

/** A call for suggestions, each a line. */
export interface RecommendRequest {
  /** As in `JudgeRequest`. */
  readonly callId: string;
  readonly messages: readonly PromptMessage[];
  readonly task: RecommendTask;
  /** As in `JudgeRequest`. */
  readonly fittedTo?: FittedTo;
}

/** Any call. */
export type ModelRequest = JudgeRequest | WordsRequest;

/** A call with a response in text. */
export type WordsRequest =
  | EngageRequest
  | SummarizeRequest
  | ArgumentsRequest
  | ReflectRequest
  | GuardRequest
  | FillerRequest
  | RecommendRequest;

export interface Judgement {
  /** `id` of one of the task's choices. */
  readonly choice: string;
  /** One sentence for the decision record. */
  readonly reason: string;
}

/** What is recorded of a model with each call. */
export interface ModelIdentity {
  /** `provider/model`, for records: tells who wrote the message. */
  readonly name: string;
  /** What each request sends besides messages and schema, and `context_tokens`, the size that messages are cut to. */
  readonly settings: JsonObject;
}

/** Gets the choice, by its `id`, as soon as it is known. Its reason may follow later. */
export type ChoiceListener = (choice: string) => void;

/**
 * The language model as the engine needs it. Both calls fail with `ModelError`, or with the reason of `signal` soon after it is
 * aborted. Either way `onAttempt` has all attempts by then.
 */
export interface ModelPort extends ModelIdentity {
  /** The model for one kind of call, where they differ. */
  identityOf?(kind: CallKind): ModelIdentity;
  /**
   * @param onChoice is called at most once, with one of the task's choices. The judgement then has that choice, with or without
   * a reason
   */
  judge(
    request: JudgeRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
    onChoice?: ChoiceListener,
  ): Promise<Judgement>;
  /**
   * The message or summary in pieces, each as soon as it is there; of an input, the whole as one piece. Ending the iteration early stops the model. A model that
   * makes no summaries yields nothing for one.
   */
  generate(request: WordsRequest, signal: AbortSignal, onAttempt: AttemptListener): AsyncIterable<string>;
  /** The turn may wait this long for a tool, in ms, and the time for retries does not run meanwhile; negative: what the tool has left. */
  onToolTime?(ms: number): void;
  /** Gets each message that was requested and not kept, when its turn is over. */
  onUnusedMessage?(message: UnusedMessage): void;
}
