import type { ToolCall as ToolCallProto } from '@svc/contracts/conversations';
import type { ToolCallPurpose } from '@svc/engine';
import type { OfMessage } from '@svc/kernel';
import type { LoggedToolCall } from '../domain/tool-events.js';

/** Only the engine writes purposes. */
export function toolCallFromProto(message: OfMessage<ToolCallProto>): LoggedToolCall {
  return { ...message, purpose: message.purpose as ToolCallPurpose };
}
