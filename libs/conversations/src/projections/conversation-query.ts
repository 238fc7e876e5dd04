import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { ConversationKey } from '../lease/lease-rows.js';

export interface UserInService {
  readonly tenantId: TenantId;
  readonly userId: string;
  readonly serviceId: string;
}

/** Whether the user has ever talked with the service. */
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
 * At most `limit` conversations of a subject that have not ended, in all tenants, in the order of their ids.
 * @param after goes on behind this one; left out: from the first on.
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
  /** Whose record it is. */
  readonly subject: string;
}

/** Whose conversation it is. Undefined when there is none. */
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
