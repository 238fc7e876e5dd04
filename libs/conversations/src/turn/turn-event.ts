import type { CurrentAgentAction } from '@svc/engine';
import type { ConversationEvent } from '../domain/conversation-event.js';
import type { StartedConversation } from '../domain/conversation.js';
import type { ToldToolCall } from '../domain/told-message.js';

/** What is looked up of the user when an interaction begins, in the exact form of the API. */
export type ActiveMemoryAction =
  | { readonly type: 'check-if-active-memory-needed-completed'; readonly queries: readonly string[] }
  | {
      readonly type: 'extract-active-memories-completed';
      readonly queries_and_responses: readonly (readonly [query: string, response: string])[];
    };

/**
 * The events of a turn's client, in this order: the created conversation or the user's message; the agent's actions;
 * the pieces of its message; the end of the interaction, which is committed by then.
 */
export type TurnEvent =
  | { readonly type: 'conversation-created'; readonly conversationId: string }
  | { readonly type: 'user-message-available'; readonly messageId: string; readonly text: string }
  | { readonly type: 'current-agent-action'; readonly action: CurrentAgentAction | ActiveMemoryAction }
  /** What is said while the user waits. It belongs to no message. */
  | { readonly type: 'filler'; readonly text: string }
  | {
      readonly type: 'new-message';
      readonly messageId: string;
      readonly text: string;
      readonly sequenceNumber: number;
      readonly isLast: boolean;
    }
  | {
      readonly type: 'interaction-complete';
      readonly messageId: string;
      readonly interactionId: string;
      readonly fullMessage: string;
      readonly conversationCompleted: boolean;
      /** The conversation as it is now, and the events of the last commit: for callers within the service. */
      readonly after: StartedConversation;
      readonly events: readonly ConversationEvent[];
    }
  /** In a workspace, before all others: the turn stands in the log. */
  | { readonly type: 'turn-begun' }
  /** Only for callers who ask for calls of tools. Without a result the call has begun. */
  | { readonly type: 'tool-call-told'; readonly call: ToldToolCall };
