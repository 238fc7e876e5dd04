import {
  ConversationDirection,
  type GetWorkspaceConversationRequest,
  type GetWorkspaceConversationResponse,
} from '@svc/contracts/conversations';
import type { ServerSentEvent } from '@svc/http';
import type { z } from 'zod';
import { channels } from '../conversation/channel-kinds.js';
import type { workspaceEvents } from './event-schemas.js';
import type { ToldConversationEvent, ToldEvent } from './told-event.js';

type Events = (typeof workspaceEvents)['data'];
/** A frame of the stream, with the data that its schema says. */
export type WorkspaceFrame = {
  [Name in keyof Events]: { readonly event: Name; readonly data: z.input<Events[Name]> };
}[keyof Events] &
  ServerSentEvent;

/** Whether the data of an event need what stands in its conversation. */
export function needsConversation(event: ToldEvent): event is ToldConversationEvent {
  return event.type !== 'text.started' && event.type !== 'surface';
}

/** What is read of a conversation. */
export type ReadPart = Pick<GetWorkspaceConversationRequest, 'includeToolCalls'> & {
  readonly omitsTurns: boolean;
};

/** What the data of an event need of its conversation: its words are the most of it. */
export function partFor({ type }: ToldConversationEvent): ReadPart {
  const includeToolCalls = type === 'text.background_result';
  return { includeToolCalls, omitsTurns: !includeToolCalls && type !== 'text.agent_message' };
}

/** @returns undefined for what is told to nobody: events of simulations, and of messages that are gone */
export function frameOf(
  event: ToldEvent,
  read: GetWorkspaceConversationResponse | undefined,
): WorkspaceFrame | undefined {
  if (event.type === 'surface') return event.frame;
  const { conversationId: conversation_id } = event;
  if (event.type === 'text.started') {
    const { serviceId: service_id, entityId: entity_id, channel: channel_kind } = event;
    return {
      event: event.type,
      data: { session_id: conversation_id, service_id, channel_kind, entity_id },
    };
  }
  const conversation = read?.conversation;
  if (!conversation) return undefined;
  if (conversation.direction === ConversationDirection.CONVERSATION_DIRECTION_SIMULATED) return undefined;
  switch (event.type) {
    case 'text.completed':
      return {
        event: event.type,
        data: {
          session_id: conversation_id,
          duration_seconds: Math.max(0, event.occurredAtMs - conversation.createdAtMs) / 1_000,
          turn_count: conversation.turnCount,
          completion_reason: conversation.completionReason ?? null,
          final_state: conversation.state ?? '',
          channel_kind: channels.fromProto(conversation.channel),
        },
      };
    case 'text.agent_message': {
      const turn = read.turns.find(({ messageId }) => messageId === event.messageId);
      if (!turn) return undefined;
      return { event: event.type, data: { conversation_id, text: turn.text, delivery_id: null } };
    }
    case 'text.background_result': {
      const calls = read.turns.flatMap(({ toolCalls }) => toolCalls);
      const call = calls.find(({ callId }) => callId === event.callId);
      return {
        event: event.type,
        data: {
          ...{ conversation_id, tool_name: event.toolName, call_id: `bg:${event.callId}` },
          ...{ succeeded: event.succeeded, result: call?.result ?? '', depth: event.round },
          duration_ms: event.durationMs,
        },
      };
    }
    case 'integration.approval_granted':
      return { event: event.type, data: { conversation_id } };
    case 'integration.approval_rejected':
      // Its words are the agent's to tell.
      return { event: event.type, data: { conversation_id, reason: null } };
  }
}
