import type { CurrentAgentAction } from '@svc/engine';

/**
 * What a client hears of a turn. In this order: that the conversation was created, or what the user has said; what the
 * agent does; the pieces of its message; the end of the interaction, which is committed by then.
 */
export type TurnEvent =
  | { readonly type: 'conversation-created'; readonly conversationId: string }
  | { readonly type: 'user-message-available'; readonly messageId: string; readonly text: string }
  | { readonly type: 'current-agent-action'; readonly action: CurrentAgentAction }
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
    };
