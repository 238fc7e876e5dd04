import type {
  NewSummary,
  Recollection,
  ToolDescriptor,
  ToolNote,
  ToolOutcome,
  TurnRecord,
  TurnResult,
} from '@svc/engine';
import type { VoidReason } from './conversation-event.js';
import type { TagChanges } from './conversation-description.js';
import type { ConversationIdentity } from './conversation-identity.js';
import type { KnownUser } from './known-user.js';
import type { TurnConditions } from './turn-conditions.js';
import type { Briefing, ChannelKind } from './workspace-conversation.js';
import type { WaitDecision } from './wait-events.js';

/** The input of a turn. Ids come from the use case. */
export type NewInput =
  | { readonly kind: 'greeting' }
  | { readonly kind: 'skip' }
  /** Nobody asked for the turn: it tells the agent what has happened since. `messageId`: for results of tools. */
  | { readonly kind: 'own'; readonly messageId: string }
  | {
      readonly kind: 'user-message' | 'external-event';
      readonly messageId: string;
      readonly text: string;
      /** Happened before the message, oldest first. */
      readonly externalEvents: readonly ExternalEventInput[];
    };

export interface ExternalEventInput {
  readonly messageId: string;
  readonly content: string;
  readonly timestampMs: number;
  /** How far the timestamp is ahead of the database's clock, which all instances share. Negative: behind. */
  readonly aheadMs: number;
}

export interface NewInteraction {
  readonly interactionId: string;
  readonly input: NewInput;
  /** The conversation's user, as known now. */
  readonly user: KnownUser;
  /** What is recalled of them for this turn; undefined: keep what the log has. */
  readonly recollections?: readonly Recollection[] | undefined;
  /** Somebody speaks for the user; undefined: they speak for themselves. */
  readonly isOnBehalf?: boolean;
  /** The tools that the turn may call; undefined: keep what the log has. */
  readonly tools?: readonly ToolDescriptor[] | undefined;
  /** By which the sender knows the message; undefined: they gave none. */
  readonly clientMessageId?: string | undefined;
}

/** For a turn that another instance has run. */
export const noRecord: TurnRecord = { calls: [], facts: [] };

/** The engine's result of a turn, with the ids of its messages. */
export interface TakenTurn extends TurnRecord {
  readonly interactionId: string;
  readonly result: TurnResult;
  readonly agentName: string;
  readonly messageId: string;
  /** One for each inner thought of `result`. */
  readonly innerThoughtIds: readonly string[];
  /** What is to be stored of tools and is not yet. */
  readonly notes: readonly ToolNote[];
}

export interface StartConversation {
  readonly type: 'StartConversation';
  readonly identity: Omit<ConversationIdentity, 'startedAtMs'>;
  readonly interaction: NewInteraction;
  readonly conditions: TurnConditions;
  /** Only in a workspace. */
  readonly briefing?: Briefing;
}
/** In a workspace: a conversation without a turn, which waits for its first message. */
export interface OpenConversation {
  readonly type: 'OpenConversation';
  readonly identity: Omit<ConversationIdentity, 'startedAtMs'>;
  readonly briefing: Briefing;
}
/** In a workspace: the conversation goes on by another channel. */
export interface SwitchChannel {
  readonly type: 'SwitchChannel';
  readonly channel: ChannelKind;
  readonly useCaseId: string | null;
  readonly reason: string;
  /** The greeting has been said. */
  readonly briefing: Pick<Briefing, 'instruction' | 'recipient'>;
}
export interface StartInteraction {
  readonly type: 'StartInteraction';
  readonly interaction: NewInteraction;
  readonly conditions: TurnConditions;
}
export interface CompleteInteraction {
  readonly type: 'CompleteInteraction';
  readonly turn: TakenTurn;
}
/** `TurnRecord`: only the instance that ran the turn has it. */
export interface VoidInteraction extends TurnRecord {
  readonly type: 'VoidInteraction';
  readonly reason: VoidReason;
  /** What is to be stored of tools and is not yet. Undefined: nothing is known. */
  readonly notes?: readonly ToolNote[];
}
/** In the middle of a turn: what stands even where the turn is void. */
export interface RecordToolNotes {
  readonly type: 'RecordToolNotes';
  readonly interactionId: string;
  readonly notes: readonly ToolNote[];
}
/** Of a call that outlived its turn, or whose outcome was unknown. Does nothing if it has one by now. */
export interface RecordToolOutcome {
  readonly type: 'RecordToolOutcome';
  readonly callId: string;
  readonly outcome: ToolOutcome;
  /** Who says so; null: the tool itself. */
  readonly settledBy: string | null;
}
/** A model call behind a turn, independent of the turns that run by now. */
export interface SummarizeConversation extends TurnRecord {
  readonly type: 'SummarizeConversation';
  /** Of that turn. */
  readonly interactionId: string;
  readonly summary: NewSummary;
}
/** Also of a finished conversation, and while a turn runs. */
export interface ChangeTags extends TagChanges {
  readonly type: 'ChangeTags';
}
/** What the conversation waits for has been decided, or submitted. */
export interface EndWait {
  readonly type: 'EndWait';
  /** All that waits for a person, or one wait. */
  readonly which: 'approvals' | { readonly waitId: string };
  readonly decision: WaitDecision;
  readonly reason: string | null;
  /** The actor. */
  readonly decidedBy: string;
  /** Of the external event that tells the agent. */
  readonly messageId: string;
  /** What the agent is told; undefined: the decision. */
  readonly report?: string | undefined;
}
/** Something that the agent is told in the next turn. */
export interface QueueExternalEvent {
  readonly type: 'QueueExternalEvent';
  /** The turn that it follows from. */
  readonly interactionId: string;
  readonly messageId: string;
  readonly text: string;
}
export interface FinishConversation {
  readonly type: 'FinishConversation';
}
/** The user was deleted: a running turn is void, and the conversation ends. Does nothing if it has ended. */
export interface EndForDeletion {
  readonly type: 'EndForDeletion';
}

export type ConversationCommand =
  | StartConversation
  | OpenConversation
  | SwitchChannel
  | StartInteraction
  | CompleteInteraction
  | VoidInteraction
  | SummarizeConversation
  | RecordToolNotes
  | RecordToolOutcome
  | ChangeTags
  | EndWait
  | QueueExternalEvent
  | FinishConversation
  | EndForDeletion;
