import { hash } from 'node:crypto';
import { toSqlScope, type Grant } from '@svc/auth';
import { organizationOf, type TenantId } from '@svc/kernel';
import { hasAllTags, type Statement, type TagFilter } from '@svc/postgres';
import { itsCompletedPostProcessings } from './completed-post-processings.js';
import { conversationTable } from './conversation-table.js';
import { conversationTagTable } from './conversation-tag-table.js';

export interface ConversationQuery {
  readonly tenantId: TenantId;
  /** Those on `Conversation:GetConversation`, narrowed to users: no condition on a user's role or visibility is left. */
  readonly grants: readonly Grant[];
  /** Empty: all. */
  readonly conversationIds: readonly string[];
  /** Empty: all. */
  readonly userIds: readonly string[];
  /** Empty: all. */
  readonly serviceIds: readonly string[];
  /** Null: both. */
  readonly isFinished: boolean | null;
  /** All must match. */
  readonly tags: readonly TagFilter[];
  readonly sortBy: readonly ConversationSortKey[];
  readonly limit: number;
  readonly offset: number;
}

export const conversationSortFields = ['created_at'] as const;
export interface ConversationSortKey {
  readonly field: (typeof conversationSortFields)[number];
  readonly descending: boolean;
}

const itsTags = `FROM conversations.conversation_tag AS t
  WHERE t.tenant_id = c.tenant_id AND t.conversation_id = c.conversation_id`;

const listedTags = `SELECT coalesce(json_agg(tag ORDER BY tag.key), '[]')
  FROM (SELECT ${conversationTagTable.selection('t')} ${itsTags}) AS tag`;
const selection = `${conversationTable.selection('c')}, (${listedTags}) AS tags,
  (${itsCompletedPostProcessings}) AS "completedPostProcessings"`;

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
  const text = `SELECT ${selection} FROM conversations.conversation AS c
     WHERE ${conditions.join(' AND ')}
     ORDER BY c.created_at ${direction}, c.conversation_id ${direction} LIMIT ${value(query.limit + 1)} OFFSET ${value(query.offset)}`;
  // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
  return { name: `conversations.page_${hash('sha256', text, 'hex').slice(0, 16)}`, text, values };
}
