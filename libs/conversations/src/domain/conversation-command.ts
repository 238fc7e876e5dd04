import type { TurnResult } from '@svc/engine';
import type { VoidReason } from './conversation-event.js';
import type { ConversationIdentity } from './conversation-identity.js';
import type { KnownUser } from './known-user.js';

/** What the user (or something outside) says to begin a turn. Ids and times are made by the caller. */
export type HeardInput =
  | { readonly kind: 'greeting' }
  | { readonly kind: 'skip' }
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
}

export interface NewInteraction {
  readonly interactionId: string;
  readonly heard: HeardInput;
  /** The conversation's user, as known now. */
  readonly user: KnownUser;
}

/** What the engine made of a turn, with the ids that its messages get. */
export interface TakenTurn {
  readonly interactionId: string;
  readonly result: TurnResult;
  readonly agentName: string;
  readonly messageId: string;
  /** One for each inner thought of `result`. */
  readonly innerThoughtIds: readonly string[];
}

interface Timed {
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
}

export type StartConversation = Timed & {
  readonly type: 'StartConversation';
  readonly identity: Omit<ConversationIdentity, 'startedAtMs'>;
  readonly interaction: NewInteraction;
};
export type StartInteraction = Timed & {
  readonly type: 'StartInteraction';
  readonly interaction: NewInteraction;
};
export type CompleteInteraction = Timed & { readonly type: 'CompleteInteraction'; readonly turn: TakenTurn };
export type VoidInteraction = Timed & { readonly type: 'VoidInteraction'; readonly reason: VoidReason };
export type FinishConversation = Timed & { readonly type: 'FinishConversation' };

export type ConversationCommand =
  StartConversation | StartInteraction | CompleteInteraction | VoidInteraction | FinishConversation;
