import type { CurrentAgentAction } from '@svc/engine';

/** What a client hears of a turn, in the order of contract-classic.md 2.4. */
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
