import type { TurnEvent as TurnEventProto } from '@svc/contracts/conversations';
import type { TurnEvent } from '../turn/turn-event.js';

export function turnEventToProto(event: TurnEvent): TurnEventProto {
  return { event: toCase(event) };
}

function toCase(event: TurnEvent): NonNullable<TurnEventProto['event']> {
  switch (event.type) {
    case 'conversation-created': {
      const { conversationId } = event;
      return { $case: 'conversationCreated', value: { conversationId } };
    }
    case 'user-message-available': {
      const { messageId, text: userMessage } = event;
      return { $case: 'userMessageAvailable', value: { messageId, userMessage } };
    }
    case 'current-agent-action': {
      const { action } = event;
      const value = { actionType: action.type, actionJson: JSON.stringify(action) };
      return { $case: 'currentAgentAction', value };
    }
    case 'new-message': {
      const { messageId, text: message, sequenceNumber, isLast: stop } = event;
      return { $case: 'newMessage', value: { messageId, message, sequenceNumber, stop } };
    }
    case 'interaction-complete': {
      const { messageId, interactionId, fullMessage, conversationCompleted } = event;
      return {
        $case: 'interactionComplete',
        value: { messageId, interactionId, fullMessage, conversationCompleted },
      };
    }
  }
}
