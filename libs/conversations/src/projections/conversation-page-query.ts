import { hash } from 'node:crypto';
import { toSqlScope } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import { hasAllTags, type Statement } from '@svc/postgres';
import type { ConversationQuery, ListedConversation } from './conversation-list.js';

const itsTags = `FROM conversations.conversation_tag AS t
  WHERE t.tenant_id = c.tenant_id AND t.conversation_id = c.conversation_id`;

/** As `ListedConversation` names them. */
const columns = {
  conversationId: 'c.conversation_id',
  userId: 'c.user_id',
  serviceId: 'c.service_id',
  createdAt: 'c.created_at',
  isFinished: 'c.is_finished',
  finalMessage: 'c.final_message',
  numMessages: 'c.num_messages',
  versionSetName: 'c.version_set_name',
  agentId: 'c.agent_id',
  agentVersionNumber: 'c.agent_version_number',
  contextGraphId: 'c.context_graph_id',
  contextGraphVersionNumber: 'c.context_graph_version_number',
  llmModelPreferences: 'c.llm_model_preferences',
  tags: `(SELECT coalesce(json_agg(json_build_object('key', t.key, 'value', t.value) ORDER BY t.key), '[]') ${itsTags})`,
} as const satisfies Record<keyof ListedConversation, string>;
const selection = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);

/**
 * One page and, when there is more, the conversation after it. In SQL and not through Prisma, because the users that a
 * caller may see can be more than a statement has parameters: here they are one array.
 */
export function conversationPage(query: ConversationQuery): Statement {
  const { tenantId, conversationIds, userIds, serviceIds, isFinished, tags } = query;
  const values: unknown[] = [tenantId];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const conditions = ['c.tenant_id = $1'];
  if (conversationIds.length > 0)
    conditions.push(`c.conversation_id = ANY(${value(conversationIds)}::text[])`);
  if (userIds.length > 0) conditions.push(`c.user_id = ANY(${value(userIds)}::text[])`);
  if (serviceIds.length > 0) conditions.push(`c.service_id = ANY(${value(serviceIds)}::text[])`);
  if (isFinished !== null) conditions.push(`c.is_finished = ${value(isFinished)}::boolean`);
  if (tags.length > 0) conditions.push(hasAllTags(tags, itsTags, value));

  const scope = toSqlScope(
    query.grants,
    'Conversation:GetConversation',
    {
      org_id: { constant: organizationOf(tenantId) },
      conversation_user_id: { sql: 'c.user_id' },
      service_id: { sql: 'c.service_id' },
      user_role_id: { constant: null },
      visible_to_admins: { constant: null },
    },
    values.length + 1,
  );
  values.push(...scope.values);
  conditions.push(scope.text);
  // Both keys one way: one order is the other reversed, and the index serves both.
  const direction = query.sortBy[0]?.descending === true ? 'DESC' : 'ASC';
  const text = `SELECT ${selection.join(', ')} FROM conversations.conversation AS c
     WHERE ${conditions.join(' AND ')}
     ORDER BY c.created_at ${direction}, c.conversation_id ${direction} LIMIT ${value(query.limit + 1)} OFFSET ${value(query.offset)}`;
  // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
  return { name: `conversations.page_${hash('sha256', text, 'hex').slice(0, 16)}`, text, values };
}
