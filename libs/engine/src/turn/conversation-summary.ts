import type { TranscriptMessage, TurnContext } from './turn-request.js';

/** What was said in a conversation before the window of its prompts, in the words of a model. */
export interface ConversationSummary {
  /** Empty while there is none. */
  readonly text: string;
  /** How many of the first messages of the conversation it holds, inner thoughts not counted. */
  readonly messages: number;
  /** The same of the latest one that was asked for, whatever came of it: for those it is not asked for again. */
  readonly askedMessages: number;
}

/** What has come of asking for one. */
export interface NewSummary {
  /** Null where the model made none: what was known stays. */
  readonly text: string | null;
  /** How many of the first messages of the conversation it holds, or was to hold. */
  readonly messages: number;
}

/** A conversation between two turns, as it is summed up. */
export interface SummaryInput {
  /** The turn behind which it is made: its call is named after it. */
  readonly interactionId: string;
  /** What the next turn finds. */
  readonly context: TurnContext;
  /** Of the whole conversation, inner thoughts not counted. */
  readonly messages: number;
  /** What stood before `ground.transcript` and in no summary, oldest first, as far as it was kept. */
  readonly fallen: readonly TranscriptMessage[];
  /** Undefined while none was asked for. */
  readonly summary?: ConversationSummary | undefined;
}
