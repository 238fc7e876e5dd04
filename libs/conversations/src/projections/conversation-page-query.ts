import { hash } from 'node:crypto';
import { toSqlScope } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { Statement } from '@svc/postgres';
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
  if (tags.length > 0) conditions.push(hasAllTags(tags, value));

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
  const text = `SELECT c.conversation_id FROM conversations.conversation AS c
     WHERE ${conditions.join(' AND ')}
     ORDER BY c.created_at ${direction}, c.conversation_id ${direction} LIMIT ${value(query.limit + 1)} OFFSET ${value(query.offset)}`;
  // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
  return { name: `conversations.page_${hash('sha256', text, 'hex').slice(0, 16)}`, text, values };
}

/**
 * One text for any tags in any number: each text is planned, and kept by every connection for its whole life. A condition
 * per tag would be joins without number, of the caller's making.
 */
function hasAllTags(tags: ConversationQuery['tags'], value: (given: unknown) => string): string {
  const keys = value(tags.map(({ key }) => key));
  const values = value(tags.map((tag) => tag.value ?? null));
  const withAnyValue = value(tags.map((tag) => tag.value === undefined));
  return `NOT EXISTS (
     SELECT FROM unnest(${keys}::text[], ${values}::text[], ${withAnyValue}::boolean[]) AS wanted (key, value, any_value)
     WHERE NOT EXISTS (
       SELECT FROM conversations.conversation_tag AS t
       WHERE t.tenant_id = c.tenant_id AND t.conversation_id = c.conversation_id AND t.key = wanted.key
         AND (wanted.any_value OR t.value IS NOT DISTINCT FROM wanted.value)))`;
}
