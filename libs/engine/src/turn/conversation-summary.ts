import type { TranscriptMessage, TurnContext } from './turn-request.js';

/** A model's summary of the messages before the window of a conversation's prompts. */
export interface ConversationSummary {
  /** Empty while there is none. */
  readonly text: string;
  /** How many of the conversation's first messages it covers, without inner thoughts. */
  readonly messages: number;
  /** The same for the last requested summary, with any outcome: for those messages none is requested again. */
  readonly askedMessages: number;
}

/** The outcome of a requested summary. */
export interface NewSummary {
  /** Null where the model made none: the old one stays. */
  readonly text: string | null;
  /** How many of the conversation's first messages it covers, or should have. */
  readonly messages: number;
}

/** A conversation between two turns, as input of a summary. */
export interface SummaryInput {
  /** The turn after which it is made: its call is named after it. */
  readonly interactionId: string;
  /** What the next turn finds. */
  readonly context: TurnContext;
  /** Of the whole conversation, inner thoughts not counted. */
  readonly messages: number;
  /** What came before `context.transcript` and is in no summary, oldest first, as far as it was kept. */
  readonly fallen: readonly TranscriptMessage[];
  /** Undefined while none was requested. */
  readonly summary?: ConversationSummary | undefined;
}
