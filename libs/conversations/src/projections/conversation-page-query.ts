import { hash } from 'node:crypto';
import { toSqlScope } from '@svc/auth';
import type { Statement } from '@svc/postgres';
import { organizationOf } from '../domain/organization.js';
import type { ConversationQuery } from './conversation-list.js';

/**
 * The ids of one page and, when there is more, of the conversation after it. In SQL and not through Prisma, because the
 * users that a caller may see can be more than a statement has parameters: here they are one array.
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
  for (const tag of tags) conditions.push(hasTag(tag, value));

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
  const isDescending = query.sortBy[0]?.descending === true;
  const order = isDescending ? 'c.created_at DESC, c.conversation_id' : 'c.created_at, c.conversation_id';
  const text = `SELECT c.conversation_id FROM conversations.conversation AS c
     WHERE ${conditions.join(' AND ')}
     ORDER BY ${order} LIMIT ${value(query.limit + 1)} OFFSET ${value(query.offset)}`;
  // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
  return { name: `conversations.page_${hash('sha256', text, 'hex').slice(0, 16)}`, text, values };
}

function hasTag(tag: ConversationQuery['tags'][number], value: (given: unknown) => string): string {
  const ofKey = `EXISTS (SELECT FROM conversations.conversation_tag AS t
     WHERE t.tenant_id = c.tenant_id AND t.conversation_id = c.conversation_id AND t.key = ${value(tag.key)}`;
  return tag.value === undefined
    ? `${ofKey})`
    : `${ofKey} AND t.value IS NOT DISTINCT FROM ${value(tag.value)}::text)`;
}
