import type { SqlFragment } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { timestamp } from '@svc/postgres';
import type { Conversation } from '../domain/conversation.js';

/** The rows of the interaction that runs in `state`, for the moment at which it completes. */
export function messageRows(tenantId: TenantId, state: Conversation): readonly SqlFragment[] {
  if (state.stage === 'absent' || state.running === null) return [];
  const { messages, interactionId } = state.running;
  return [
    {
      name: 'message_rows',
      text: `INSERT INTO conversations.message
               (tenant_id, conversation_id, ordinal, message_id, interaction_id, type, sender, text, created_at)
             SELECT $1, $2, $4 + ordinality, message_id, $3, type, sender, text, created_at
               FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[]) WITH ORDINALITY
                 AS said (message_id, type, sender, text, created_at, ordinality)`,
      values: [
        tenantId,
        state.identity.conversationId,
        interactionId,
        state.recordedMessages,
        messages.map(({ messageId }) => messageId),
        messages.map(({ type }) => type),
        messages.map(({ sender }) => sender),
        messages.map(({ text }) => text),
        messages.map(({ createdAtMs }) => timestamp(createdAtMs)),
      ],
    },
  ];
}
