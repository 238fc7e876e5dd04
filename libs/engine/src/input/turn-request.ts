import type { AgentProfile } from '../agent/agent-profile.js';
import type { ContextGraph, VersionInfo } from '../graph/context-graph.js';
import type { ChannelKind } from '../graph/speech-rules.js';
import type { Carried } from './carried.js';
import type { SessionValues, ToolDescriptor } from './tool-descriptor.js';

/** What starts the agent's turn. `externalEvents` happened before `text`, oldest first. */
export type InteractionInput =
  /** No input: the conversation begins, and the agent speaks first. */
  | { readonly kind: 'greeting' }
  /** No input: the user lets the agent continue. */
  | { readonly kind: 'skip' }
  | { readonly kind: 'user-message'; readonly text: string; readonly externalEvents: readonly string[] }
  | { readonly kind: 'external-event'; readonly text: string; readonly externalEvents: readonly string[] };

/** Something known of the user from earlier conversations. */
export interface Recollection {
  /** `known`: an entry of the user model; `remembered`: a single memory. */
  readonly type: 'known' | 'remembered';
  readonly content: string;
  /** The topic at that time; may be empty. */
  readonly context: string;
  /** When the user last said it: milliseconds since the Unix epoch. */
  readonly saidAtMs: number;
}

export interface TurnUser {
  readonly displayName: string | null;
  /** ISO 639-3 or two letters; null means the agent's default language. */
  readonly preferredLanguage: string | null;
  /** An IANA name; null means unknown, and counts as UTC. */
  readonly timezone: string | null;
  /** What the organization has noted about this user, oldest first. */
  readonly additionalContext: readonly string[];
  /** Whether the user has used this service before: decides where a conversation begins. */
  readonly isReturning: boolean;
  /** Recollections that fit the conversation, the best fit first; shown to the model unchanged. */
  readonly recollections: readonly Recollection[];
}

export interface TurnLimits {
  /** Bound of the passthrough states between two action states, before the turn fails. */
  readonly maxPassthroughStates: number;
  /** Total length of the newest messages shown to any model, in UTF-16 code units. A small model sees fewer. */
  readonly maxTranscriptCharacters: number;
  /** Length of the agent's message in UTF-16 code units. The rest is cut. */
  readonly maxMessageCharacters: number;
  /**
   * Bound of the action states that one turn enters and judges, since the user may already have answered their question. Each
   * adds one judgement before the first word. Never more than the graph's depth.
   */
  readonly maxJudgedEntries: number;
  /** Bound of the messages that one turn words while their state is still judged. Each may be paid for without use. */
  readonly maxMessagesAhead: number;
  /** Length of the summary of what prompts no longer show, in UTF-16 code units. 0: no summary is made. */
  readonly maxSummaryCharacters: number;
}

export const defaultTurnLimits: TurnLimits = {
  maxPassthroughStates: 50,
  maxTranscriptCharacters: 24_000,
  // JSON needs at most 6 bytes per code unit, so the message always fits in 64 KiB.
  maxMessageCharacters: 10_000,
  maxJudgedEntries: 10,
  maxMessagesAhead: 2,
  maxSummaryCharacters: 2_000,
};

/** A version of a graph, with its identity. */
export interface LoadedGraph {
  readonly version: VersionInfo;
  readonly graph: ContextGraph;
}

/** What a turn finds when it begins. */
export interface TurnContext extends Carried {
  readonly agent: AgentProfile;
  /** A graph that keeps the rules of `ContextGraph`. */
  readonly graph: ContextGraph;
  /** Identity of `graph`, put into the signals and logs. */
  readonly graphVersion: VersionInfo;
  /** The graphs that it refers to, and those that they refer to. */
  readonly graphs: readonly LoadedGraph[];
  readonly user: TurnUser;
  /** The tools that the graph names, as far as they are there. */
  readonly tools: readonly ToolDescriptor[];
  readonly session: SessionValues;
  /** How it is held now; null: on none in particular. */
  readonly channel: ChannelKind | null;
  readonly limits: TurnLimits;
}

/** Everything a turn depends on besides its ports: the same input and the same responses give the same turn. */
export interface TurnRequest extends TurnContext {
  /** The turn itself: calls are named after it. */
  readonly interactionId: string;
  readonly input: InteractionInput;
}
