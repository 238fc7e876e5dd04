import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { ConversationKey } from '../domain/conversation-identity.js';

export interface UserInService {
  readonly tenantId: TenantId;
  readonly userId: string;
  readonly serviceId: string;
}

/** Whether the user has had a conversation with the service before. */
export async function hasConversation(
  executor: Executor,
  { tenantId, userId, serviceId }: UserInService,
): Promise<boolean> {
  const { rows } = await executor.query<{ known: boolean }>({
    name: 'conversations.has_conversation',
    text: `SELECT EXISTS (
             SELECT FROM conversations.conversation
              WHERE tenant_id = $1 AND user_id = $2 AND service_id = $3) AS known`,
    values: [tenantId, userId, serviceId],
  });
  return rows[0]?.known === true;
}

export async function findOpenConversation(
  executor: Executor,
  { tenantId, userId, serviceId }: UserInService,
): Promise<string | undefined> {
  const { rows } = await executor.query<{ conversation_id: string }>({
    name: 'conversations.find_open_conversation',
    text: `SELECT conversation_id FROM conversations.open_conversation
            WHERE tenant_id = $1 AND user_id = $2 AND service_id = $3`,
    values: [tenantId, userId, serviceId],
  });
  return rows[0]?.conversation_id;
}

/**
 * At most `limit` open conversations of a subject, in all tenants, ordered by id.
 * @param after start after this one; left out: with the first.
 */
export async function findOpenConversationsOf(
  executor: Executor,
  subject: string,
  limit: number,
  after?: ConversationKey,
): Promise<readonly ConversationKey[]> {
  const { rows } = await executor.query<ConversationKey>({
    name: 'conversations.find_open_conversations_of_subject',
    text: `SELECT tenant_id AS "tenantId", conversation_id AS "conversationId" FROM conversations.conversation
            WHERE subject = $1 AND NOT is_finished AND (tenant_id, conversation_id) > ($3, $4)
            ORDER BY tenant_id, conversation_id LIMIT $2`,
    values: [subject, limit, after?.tenantId ?? '', after?.conversationId ?? ''],
  });
  return rows;
}

export interface ConversationOwner extends Pick<UserInService, 'userId' | 'serviceId'> {
  /** The tenant of its record. */
  readonly subject: string;
}

/** The user of the conversation. Undefined if it does not exist. */
export async function findConversationOwner(
  executor: Executor,
  tenantId: TenantId,
  conversationId: string,
): Promise<ConversationOwner | undefined> {
  const { rows } = await executor.query<ConversationOwner>({
    name: 'conversations.find_conversation_owner',
    text: `SELECT user_id AS "userId", service_id AS "serviceId", subject FROM conversations.conversation
            WHERE tenant_id = $1 AND conversation_id = $2`,
    values: [tenantId, conversationId],
  });
  return rows[0];
}

/** Whether the conversation has a message of that interaction: it has completed. */
export async function hasInteraction(
  executor: Executor,
  { tenantId, conversationId }: ConversationKey,
  interactionId: string,
): Promise<boolean> {
  const { rows } = await executor.query<{ known: boolean }>({
    name: 'conversations.has_interaction',
    text: `SELECT EXISTS (
             SELECT FROM conversations.message
              WHERE tenant_id = $1 AND conversation_id = $2 AND interaction_id = $3) AS known`,
    values: [tenantId, conversationId, interactionId],
  });
  return rows[0]?.known === true;
}
