import type { DecisionRecord, RecordedCall, TransitionLog } from '@svc/engine';
import type { DomainEvent } from '@svc/kernel';
import type { ConversationIdentity } from './conversation-identity.js';
import type { KnownUser } from './known-user.js';
import type { SaidMessage } from './message.js';

/** Who spoke: the agent first, the user, something outside, or nobody. */
export type InteractionKind = 'greeting' | 'user-message' | 'external-event' | 'skip';
export type VoidReason = 'cancelled' | 'failed' | 'lease-expired' | 'owner-restarted';
export type FinishReason = 'requested' | 'completed';

/** With the pinned definition all that a prompt is made of beside the conversation itself. */
export type UserProfileRead = KnownUser;

export interface InteractionStarted {
  readonly interactionId: string;
  readonly kind: InteractionKind;
  /** External events, then the message. They count only once the interaction completes. */
  readonly messages: readonly SaidMessage[];
  readonly startedAtMs: number;
}

export interface StateTransitioned {
  readonly interactionId: string;
  /** Type of the state that was left. */
  readonly stateType: TransitionLog['type'];
  readonly previousState: string;
  readonly nextState: string;
  /** Of action and decision states. */
  readonly exitCondition: string | null;
  /** Of annotation states. */
  readonly innerThoughtMessageId: string | null;
}

export interface InnerThoughtRecorded {
  readonly interactionId: string;
  readonly message: SaidMessage;
}

/** The prompt itself is not kept: it is rendered again from the log, and compared by its hash. */
export interface ModelCallRecorded extends Omit<RecordedCall, 'request' | 'response'> {
  readonly interactionId: string;
  /** Canonical JSON of a judgement; the agent's message holds the answer of `model.engage`. */
  readonly response: { readonly json: string } | { readonly messageId: string };
  readonly model: string;
}

export interface DecisionRecorded extends DecisionRecord {
  readonly interactionId: string;
  /** Its lists were too long for an event and are left out: the pinned context graph holds them. */
  readonly isAbridged: boolean;
}

export interface AgentMessageCompleted {
  readonly interactionId: string;
  readonly message: SaidMessage;
  /** The action state in which the agent spoke, and where the next turn begins. */
  readonly state: string;
  readonly action: string;
  readonly isCut: boolean;
}

export interface InteractionCompleted {
  readonly interactionId: string;
  readonly conversationCompleted: boolean;
  readonly completedAtMs: number;
}

export interface InteractionVoided {
  readonly interactionId: string;
  readonly reason: VoidReason;
  readonly voidedAtMs: number;
}

export interface ConversationFinished {
  readonly reason: FinishReason;
  readonly finishedAtMs: number;
}

export interface ConversationDiscarded {
  readonly discardedAtMs: number;
}

/** What each event means stands in `proto/svc/conversations/v1/events.proto`. */
export type ConversationEvent =
  | DomainEvent<'ConversationStarted', ConversationIdentity>
  | DomainEvent<'UserProfileRead', UserProfileRead>
  | DomainEvent<'InteractionStarted', InteractionStarted>
  | DomainEvent<'StateTransitioned', StateTransitioned>
  | DomainEvent<'InnerThoughtRecorded', InnerThoughtRecorded>
  | DomainEvent<'ModelCallRecorded', ModelCallRecorded>
  | DomainEvent<'DecisionRecorded', DecisionRecorded>
  | DomainEvent<'AgentMessageCompleted', AgentMessageCompleted>
  | DomainEvent<'InteractionCompleted', InteractionCompleted>
  | DomainEvent<'InteractionVoided', InteractionVoided>
  | DomainEvent<'ConversationFinished', ConversationFinished>
  | DomainEvent<'ConversationDiscarded', ConversationDiscarded>;
