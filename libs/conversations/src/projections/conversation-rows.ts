import { PinnedModelPreference } from '@svc/contracts/conversations';
import type { SqlFragment } from '@svc/event-store';
import { canonicalJson, type TenantId } from '@svc/kernel';
import { timestamp } from '@svc/postgres';
import { evolve, type Conversation, type StartedConversation } from '../domain/conversation.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { messageRows } from './message-rows.js';

/** The unique key behind "a user has one open conversation in a service". */
export const openConversationKey = 'open_conversation_key';

/**
 * What events that are appended together change in the read models. Rows of a conversation follow from its state
 * before and after, not event by event: one statement can change a row once only.
 */
export function conversationRows(
  tenantId: TenantId,
  before: Conversation,
  events: readonly ConversationEvent[],
): readonly SqlFragment[] {
  const fragments: SqlFragment[] = [];
  let after = before;
  for (const event of events) {
    if (event.type === 'InteractionCompleted') fragments.push(...messageRows(tenantId, after));
    after = evolve(after, event);
  }
  return [...fragments, ...changedRows(tenantId, before, after)];
}

function changedRows(tenantId: TenantId, before: Conversation, after: Conversation): readonly SqlFragment[] {
  if (after.stage === 'absent') return [];
  if (before.stage === 'absent') {
    return after.stage === 'discarded' ? [] : insertedRows(tenantId, after);
  }
  if (after.stage === 'discarded') return [...deletedRows(tenantId, after), freedKey(tenantId, after)];
  const isFinishedNow = after.stage === 'finished' && before.stage !== 'finished';
  const isChanged = isFinishedNow || after.completedInteractions !== before.completedInteractions;
  return [
    ...(isChanged ? [updatedRow(tenantId, after)] : []),
    ...(isFinishedNow ? [freedKey(tenantId, after)] : []),
  ];
}

function insertedRows(tenantId: TenantId, state: StartedConversation): readonly SqlFragment[] {
  const { conversationId, userId, serviceId, tags } = state.identity;
  const tagRows: SqlFragment = {
    name: 'conversation_tag_rows',
    text: `INSERT INTO conversations.conversation_tag (tenant_id, conversation_id, key, value)
           SELECT $1, $2, key, value FROM unnest($3::text[], $4::text[]) AS tag (key, value)`,
    values: [tenantId, conversationId, tags.map(({ key }) => key), tags.map(({ value }) => value)],
  };
  const openKey: SqlFragment = {
    name: 'open_conversation_row',
    text: `INSERT INTO conversations.open_conversation (tenant_id, user_id, service_id, conversation_id)
           VALUES ($1, $2, $3, $4)`,
    values: [tenantId, userId, serviceId, conversationId],
  };
  return [
    ...(state.stage === 'open' ? [openKey] : []),
    insertedRow(tenantId, state),
    ...(tags.length > 0 ? [tagRows] : []),
  ];
}

function insertedRow(tenantId: TenantId, state: StartedConversation): SqlFragment {
  const { conversationId, userId, serviceId, pins, startedAtMs } = state.identity;
  const preferences = canonicalJson(
    pins.llmModelPreferences.map((preference) => PinnedModelPreference.toJSON({ ...preference })),
  );
  return {
    name: 'conversation_row',
    text: `INSERT INTO conversations.conversation (tenant_id, conversation_id, is_finished, final_message, num_messages,
             last_message_at, user_id, service_id, created_at, version_set_name, agent_id, agent_version_number,
             context_graph_id, context_graph_version_number, llm_model_preferences)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      tenantId,
      conversationId,
      ...changingColumns(state),
      userId,
      serviceId,
      timestamp(startedAtMs),
      pins.versionSetName,
      pins.agentId,
      pins.agentVersionNumber,
      pins.contextGraphId,
      pins.contextGraphVersionNumber,
      preferences,
    ],
  };
}

function updatedRow(tenantId: TenantId, state: StartedConversation): SqlFragment {
  return {
    name: 'conversation_row',
    text: `UPDATE conversations.conversation
              SET is_finished = $3, final_message = $4, num_messages = $5, last_message_at = $6
            WHERE tenant_id = $1 AND conversation_id = $2`,
    values: [tenantId, state.identity.conversationId, ...changingColumns(state)],
  };
}

/** is_finished, final_message, num_messages, last_message_at */
function changingColumns(state: StartedConversation): readonly unknown[] {
  const { stage, visibleMessages, lastMessageAtMs } = state;
  const lastMessageAt = lastMessageAtMs === null ? null : timestamp(lastMessageAtMs);
  return [stage === 'finished', finalMessage(state), visibleMessages, lastMessageAt];
}

/** An agent's message is always the newest of its interaction, and short enough to be in the window. */
function finalMessage({ transcript }: StartedConversation): string {
  return transcript.findLast(({ type }) => type === 'agent-message')?.text ?? '';
}

/** There are no messages: only a conversation without any is discarded. */
function deletedRows(tenantId: TenantId, { identity }: StartedConversation): readonly SqlFragment[] {
  const values = [tenantId, identity.conversationId];
  return [
    {
      name: 'conversation_row',
      text: 'DELETE FROM conversations.conversation WHERE tenant_id = $1 AND conversation_id = $2',
      values,
    },
    {
      name: 'conversation_tag_rows',
      text: 'DELETE FROM conversations.conversation_tag WHERE tenant_id = $1 AND conversation_id = $2',
      values,
    },
  ];
}

function freedKey(tenantId: TenantId, { identity }: StartedConversation): SqlFragment {
  const { userId, serviceId, conversationId } = identity;
  return {
    name: 'open_conversation_row',
    text: `DELETE FROM conversations.open_conversation
            WHERE tenant_id = $1 AND user_id = $2 AND service_id = $3 AND conversation_id = $4`,
    values: [tenantId, userId, serviceId, conversationId],
  };
}
