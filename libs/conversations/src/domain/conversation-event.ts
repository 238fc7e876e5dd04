import type { GuardrailBreach, NewSummary, Recollection, SaidFiller, TransitionLog } from '@svc/engine';
import type { DomainEvent } from '@svc/kernel';
import type { ConversationTag } from './conversation-description.js';
import type { ConversationIdentity, Participants } from './conversation-identity.js';
import type { KnownUser } from './known-user.js';
import type { MessageReference, ConversationMessage } from './message.js';
import type { ToolIntentRecorded, ToolOutcomeRecorded, ToolsRead } from './tool-events.js';
import type { TurnConditions } from './turn-conditions.js';
import type { TurnRecorded } from './turn-record.js';
import type { Briefing, ChannelKind } from './workspace-conversation.js';
import type { RequestEvent, WaitEvent } from './wait-events.js';

/** What started it: the agent's greeting, the user, an external event, or nothing. */
export type InteractionKind = 'greeting' | 'user-message' | 'external-event' | 'skip';
export type VoidReason = 'cancelled' | 'failed' | 'lease-expired' | 'owner-restarted' | 'deletion';
export type FinishReason = 'requested' | 'completed' | 'deletion';

/** With the pinned definition and the conversation itself, this is all that a prompt is made of. */
export type UserProfileRead = KnownUser;

/** What the model sees of the user's earlier conversations. */
export interface RecollectionsRead {
  readonly recollections: readonly Recollection[];
}

/** Every public event says whose conversation it is: its readers need no other event. */
type OfConversation = Participants;
/** An event of a turn also names the turn. */
interface OfInteraction extends OfConversation {
  readonly interactionId: string;
}

export interface InteractionStarted extends OfInteraction {
  readonly kind: InteractionKind;
  /** External events, then the message. They count only once the interaction completes. */
  readonly messages: readonly ConversationMessage[];
  readonly startedAtMs: number;
  /** Somebody speaks for the user, and hears nothing of what is remembered of them. */
  readonly isOnBehalf: boolean;
  /** By which its sender knows the message; null: they gave none. */
  readonly clientMessageId: string | null;
  /** Nobody asked for the turn. */
  readonly isOwnTurn: boolean;
}

export interface StateTransitioned extends OfInteraction {
  /** Type of the state that was left. */
  readonly stateType: TransitionLog['type'];
  readonly previousState: string;
  readonly nextState: string;
  /** Of action and decision states. */
  readonly exitCondition: string | null;
  /** Of annotation and reflection states. */
  readonly innerThoughtMessageId: string | null;
  /** Of the graph that a state is in; null for the conversation's own. */
  readonly previousGraphId: string | null;
  readonly previousGraphVersion: number | null;
  readonly nextGraphId: string | null;
  readonly nextGraphVersion: number | null;
  /** Of recall states. */
  readonly queries: readonly string[];
  /** Of collection states: whether each required field has a value. */
  readonly isComplete: boolean;
}

export interface InnerThoughtRecorded extends OfInteraction {
  readonly message: ConversationMessage;
}

/**
 * The turn behind which it was asked for; others may have begun or ended since. The text is null also when it is
 * erased.
 */
export interface ConversationSummarized extends NewSummary {
  readonly interactionId: string;
}

export interface AgentMessageCompleted extends OfInteraction {
  readonly message: ConversationMessage;
  /** The action state in which the agent spoke, and where the next turn begins. */
  readonly state: string;
  readonly action: string;
  readonly isCut: boolean;
  /** JSON: where that state is in another graph (`visit.ts`). Null in the graph of the conversation itself. */
  readonly visitJson: string | null;
  /** Of a turn that nobody asked for. */
  readonly isOwnTurn: boolean;
}

export interface FieldsCollected extends OfInteraction {
  readonly graphId: string;
  readonly graphVersion: number;
  readonly state: string;
  /** Of values by the keys of their fields; empty once it is erased. */
  readonly valuesJson: string;
  /** Turns of the user in the state so far. */
  readonly turns: number;
  /** Each required field has a value. */
  readonly isComplete: boolean;
}

export interface InteractionCompleted extends OfInteraction {
  /** Of all its messages, in their order. */
  readonly messages: readonly MessageReference[];
  readonly conversationCompleted: boolean;
  readonly completedAtMs: number;
  /** Calls of tools whose outcome came too late for the message. */
  readonly unheardCallIds: readonly string[];
}

export interface InteractionVoided extends OfInteraction {
  readonly reason: VoidReason;
  readonly voidedAtMs: number;
}

export interface ConversationFinished extends OfConversation {
  readonly reason: FinishReason;
  readonly finishedAtMs: number;
}

export interface ConversationDiscarded extends OfConversation {
  readonly discardedAtMs: number;
}

/** Of a conversation in a workspace. */
export type ConversationBriefed = Briefing;

export interface ChannelSwitched extends OfConversation {
  readonly channel: ChannelKind;
  readonly useCaseId: string | null;
  readonly reason: string;
  readonly switchedAtMs: number;
}

export interface GuardrailsBroken extends OfInteraction {
  readonly breaches: readonly GuardrailBreach[];
}

export interface FillersSaid {
  readonly interactionId: string;
  readonly fillers: readonly SaidFiller[];
}

export interface ConversationTagsChanged extends OfConversation {
  /** All of them, sorted by key. */
  readonly tags: readonly ConversationTag[];
  readonly changedAtMs: number;
}

/** `proto/svc/conversations/v1/events.proto` says what each event means. */
export type ConversationEvent =
  | DomainEvent<'ConversationStarted', ConversationIdentity>
  | DomainEvent<'UserProfileRead', UserProfileRead>
  | DomainEvent<'RecollectionsRead', RecollectionsRead>
  | DomainEvent<'TurnConditionsRecorded', TurnConditions>
  | DomainEvent<'ToolsRead', ToolsRead>
  | DomainEvent<'InteractionStarted', InteractionStarted>
  | DomainEvent<'StateTransitioned', StateTransitioned>
  | DomainEvent<'InnerThoughtRecorded', InnerThoughtRecorded>
  | DomainEvent<'FieldsCollected', FieldsCollected>
  | DomainEvent<'TurnRecorded', TurnRecorded>
  | DomainEvent<'ToolIntentRecorded', ToolIntentRecorded>
  | DomainEvent<'ToolOutcomeRecorded', ToolOutcomeRecorded>
  | WaitEvent
  | RequestEvent
  | DomainEvent<'ConversationSummarized', ConversationSummarized>
  | DomainEvent<'AgentMessageCompleted', AgentMessageCompleted>
  | DomainEvent<'InteractionCompleted', InteractionCompleted>
  | DomainEvent<'InteractionVoided', InteractionVoided>
  | DomainEvent<'ConversationFinished', ConversationFinished>
  | DomainEvent<'ConversationTagsChanged', ConversationTagsChanged>
  | DomainEvent<'ConversationDiscarded', ConversationDiscarded>
  | DomainEvent<'ConversationBriefed', ConversationBriefed>
  | DomainEvent<'ChannelSwitched', ChannelSwitched>
  | DomainEvent<'GuardrailsBroken', GuardrailsBroken>
  | DomainEvent<'FillersSaid', FillersSaid>;
