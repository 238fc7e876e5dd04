import type { DomainEvent } from '@svc/kernel';
import type { Participants } from './conversation-identity.js';
import type { ConversationMessage } from './message.js';
import type { LoggedToolCall } from './tool-events.js';

/**
 * What a conversation waits for: a state of its graph for a person, or for a form; a call of a tool for the approval of a person.
 */
export type WaitKind = 'human-approval' | 'surface-submission' | 'tool-approval';

/** `expired` and `withdrawn` are of forms that nobody can submit any more. */
export type WaitDecision = 'approved' | 'rejected' | 'submitted' | 'expired' | 'withdrawn';

export interface WaitBegan extends Participants {
  readonly waitId: string;
  readonly interactionId: string;
  readonly kind: WaitKind;
  /** The state of the graph where the conversation waits. */
  readonly state: string;
  /** Null but of a tool approval. */
  readonly call: LoggedToolCall | null;
  /** Null but of a surface submission. */
  readonly surfaceRequestId: string | null;
  readonly beganAtMs: number;
}

/** One decision, which may end several waits. */
export interface WaitEnded extends Participants {
  /** The turn that began the first of them. */
  readonly interactionId: string;
  readonly waitIds: readonly string[];
  readonly decision: WaitDecision;
  readonly reason: string | null;
  readonly decidedBy: string;
  readonly endedAtMs: number;
}

/** What the next turn tells the agent. */
export interface ExternalEventQueued {
  /** The turn that it follows from. */
  readonly interactionId: string;
  readonly message: ConversationMessage;
}

/** A form that a state asks for. */
export interface SurfaceRequested {
  readonly surfaceRequestId: string;
  readonly interactionId: string;
  readonly purpose: 'wait' | 'fallback';
  readonly state: string;
  /** Empty once it is erased. */
  readonly specJson: string;
  readonly requestedAtMs: number;
}

/** The agent asks for a person to join. */
export interface EscalationRequested extends Participants {
  readonly escalationId: string;
  readonly interactionId: string;
  readonly trigger: 'ai' | 'guardrail';
  readonly state: string;
  readonly reason: string;
  readonly requestedAtMs: number;
}

export type WaitEvent =
  | DomainEvent<'WaitBegan', WaitBegan>
  | DomainEvent<'WaitEnded', WaitEnded>
  | DomainEvent<'ExternalEventQueued', ExternalEventQueued>;

/** What a turn asks others for. Nothing of the conversation itself follows from it. */
export type RequestEvent =
  DomainEvent<'SurfaceRequested', SurfaceRequested> | DomainEvent<'EscalationRequested', EscalationRequested>;
