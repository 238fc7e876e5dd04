import type { CollectedValues } from '../collection/collected.js';
import type { Place } from '../graph/context-graph.js';
import type { KnownToolCall, ToolCall } from './tool-call.js';
import type { TranscriptMessage } from './transcript-message.js';

/** What turns hand on to the next one: the fold of a conversation's events, and nothing else. */
export interface Carried {
  /** Where the last turn ended; null when the conversation begins. */
  readonly place: Place | null;
  /** Places to come back to from the graphs that are visited, the outermost first. */
  readonly returns: readonly Place[];
  /** What the collection state at `place` knows; null where that is no such state. */
  readonly collection: CollectionRecord | null;
  /** Actions already taken in that state since it was entered, oldest first. */
  readonly tried: readonly string[];
  /** The newest messages of the conversation, oldest first. */
  readonly transcript: readonly TranscriptMessage[];
  /** What came before `transcript` and is in no summary, oldest first. */
  readonly fallen: readonly TranscriptMessage[];
  /** Messages of the whole conversation, inner thoughts not counted. */
  readonly messages: number;
  /** Null while none was requested. */
  readonly summary: ConversationSummary | null;
  /** The newest calls of tools, oldest first, and all that have no outcome or an unknown one. */
  readonly toolCalls: readonly KnownToolCall[];
  /** Absent: the conversation waits for nobody, and never has in the state at `place`. */
  readonly waits?: CarriedWaits;
}

/** What a conversation waits for, and what of it was decided. */
export interface CarriedWaits {
  /** The call that waits for the approval of a person; null: none. */
  readonly parked: ToolCall | null;
  /** Calls that were approved and are not made yet. */
  readonly approved: readonly ToolCall[];
  /** The wait of the state at `place`; null: it has not begun. */
  readonly here: 'open' | 'ended' | null;
}

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
  /** Null where the model failed, empty where it makes none: the old one stays. */
  readonly text: string | null;
  /** How many of the conversation's first messages it covers; without a text, how many it should have. */
  readonly messages: number;
}

/** What a collection state knew at the end of a turn, or as the turn left it. */
export interface CollectionRecord extends Place {
  readonly values: CollectedValues;
  /** Turns of the user in it so far. */
  readonly turns: number;
  /** Whether each required field has a value. */
  readonly isComplete: boolean;
}
