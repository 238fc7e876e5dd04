import type { AgentProfile } from '../agent/agent-profile.js';
import type { ContextGraph, StateName, VersionInfo } from '../graph/context-graph.js';

/** Message types of the conversation, as on the wire. */
export type TranscriptMessageType =
  'user-message' | 'agent-message' | 'agent-inner-thought' | 'external-event';

export interface TranscriptMessage {
  readonly type: TranscriptMessageType;
  readonly text: string;
}

/** What the agent takes its turn upon. `externalEvents` happened before `text`, oldest first. */
export type InteractionInput =
  /** Nothing: the conversation begins, and the agent speaks first. */
  | { readonly kind: 'greeting' }
  /** Nothing: the user let the agent go on. */
  | { readonly kind: 'skip' }
  | { readonly kind: 'user-message'; readonly text: string; readonly externalEvents: readonly string[] }
  | { readonly kind: 'external-event'; readonly text: string; readonly externalEvents: readonly string[] };

/** Something known of the user from earlier conversations. */
export interface Recollection {
  /** What holds as far as is known, or a single memory beside it. */
  readonly type: 'known' | 'remembered';
  readonly content: string;
  /** What was talked about when it was said; may be empty. */
  readonly context: string;
  /** When it was said last: milliseconds since the Unix epoch. */
  readonly saidAtMs: number;
}

export interface TurnUser {
  readonly displayName: string | null;
  /** ISO 639-3 or two letters; null leaves the choice to the agent's default language. */
  readonly preferredLanguage: string | null;
  /** An IANA name; null where it is not known, and counts as UTC. */
  readonly timezone: string | null;
  /** What the organization has noted about this user, oldest first. */
  readonly additionalContext: readonly string[];
  /** Whether the user has talked with this service before: decides where a conversation begins. */
  readonly isReturning: boolean;
  /** What fits what is talked about, the most fitting first; shown to the model as it is. */
  readonly recollections: readonly Recollection[];
}

export interface TurnLimits {
  /** Passthrough states that a turn may run through, from one action state to the next, before it fails. */
  readonly maxPassthroughStates: number;
  /** Newest messages shown to any model, in UTF-16 code units together; a small model is shown fewer. */
  readonly maxTranscriptCharacters: number;
  /** Length of the agent's message in UTF-16 code units; what the model says beyond is cut. */
  readonly maxMessageCharacters: number;
  /**
   * Action states that one turn enters and judges the exits of, since the user may have answered already: each is one
   * judgement more before the first word. Never more than the graph is deep. Undefined in what was recorded before: none.
   */
  readonly maxJudgedEntries?: number | undefined;
  /**
   * Messages that one turn begins to word while it is still judged whether they are to be said: each may be paid for in vain.
   * Undefined in what was recorded before: none.
   */
  readonly maxMessagesAhead?: number | undefined;
  /** Of the summary of what prompts show no more, in UTF-16 code units. Undefined in what was recorded before: none is made. */
  readonly maxSummaryCharacters?: number | undefined;
}

export const defaultTurnLimits: TurnLimits = {
  maxPassthroughStates: 50,
  maxTranscriptCharacters: 24_000,
  // JSON needs at most 6 bytes for a code unit, so the message always fits in 64 KiB.
  maxMessageCharacters: 10_000,
  maxJudgedEntries: 10,
  maxMessagesAhead: 2,
  maxSummaryCharacters: 2_000,
};

/** What a turn finds when it begins. */
export interface TurnContext {
  readonly agent: AgentProfile;
  /** A graph that `validateGraph` finds nothing wrong with. */
  readonly graph: ContextGraph;
  /** Identity of `graph`, put into the signals and logs. */
  readonly graphVersion: VersionInfo;
  /** Action state that the last turn ended in; null when the conversation begins. */
  readonly currentState: StateName | null;
  /** Actions that were taken in `currentState` since it was entered, oldest first. */
  readonly tried: readonly string[];
  /** The conversation before this turn, oldest first. */
  readonly transcript: readonly TranscriptMessage[];
  /** What was said before that and no prompt shows any more, as a model has summed it up; undefined while none has. */
  readonly summary?: string | undefined;
  readonly user: TurnUser;
  readonly limits: TurnLimits;
}

/** Everything a turn depends on besides its ports: the same input and the same answers give the same turn. */
export interface TurnRequest extends TurnContext {
  /** The turn itself: calls are named after it. */
  readonly interactionId: string;
  readonly input: InteractionInput;
}
