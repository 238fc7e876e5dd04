import type { TurnEvent as TurnEventProto } from '@svc/contracts/conversations';
import type { TurnEvent } from '../turn/turn-event.js';

export function turnEventToProto(event: TurnEvent): TurnEventProto {
  return { event: toCase(event) };
}

/** Undefined: it is for the service itself. */
function toCase(event: TurnEvent): TurnEventProto['event'] {
  switch (event.type) {
    case 'turn-begun':
      return undefined;
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
    case 'filler':
      return { $case: 'filler', value: { text: event.text } };
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
    case 'tool-call-told': {
      const { callId, toolName, inputJson, result, succeeded, durationMs, errorMessage } = event.call;
      const said = errorMessage ?? result;
      return durationMs === null
        ? { $case: 'toolCallStarted', value: { callId, toolName, inputJson } }
        : { $case: 'toolCallCompleted', value: { callId, toolName, result: said, succeeded, durationMs } };
    }
  }
}
