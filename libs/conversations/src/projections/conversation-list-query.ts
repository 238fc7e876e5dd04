import { toSqlScope, type Grant } from '@svc/auth';
import { organizationOf, type TenantId } from '@svc/kernel';
import { hasTags, isEqual, isOneOf, page, type Sort, type Statement, type TagFilter } from '@svc/postgres';
import { itsCompletedPostProcessings } from './completed-post-processings.js';
import { conversationTable } from './conversation-table.js';
import { conversationTagTable } from './conversation-tag-table.js';

export interface ConversationQuery {
  readonly tenantId: TenantId;
  /** Grants of `Conversation:GetConversation`, resolved to users: no condition on role or visibility is left. */
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
  readonly sortBy: readonly Sort<(typeof conversationSortFields)[number]>[];
  readonly limit: number;
  readonly offset: number;
}

export const conversationSortFields = ['created_at'] as const;

const itsTags = `FROM conversations.conversation_tag AS t
  WHERE t.tenant_id = c.tenant_id AND t.conversation_id = c.conversation_id`;

const listedTags = `SELECT coalesce(json_agg(tag ORDER BY tag.key), '[]')
  FROM (SELECT ${conversationTagTable.selection('t')} ${itsTags}) AS tag`;
const selection = `${conversationTable.selection('c')}, (${listedTags}) AS tags,
  (${itsCompletedPostProcessings}) AS "completedPostProcessings"`;

/** One page, and the first conversation of the next one if there is more. */
export function conversationPage(query: ConversationQuery): Statement {
  const { tenantId, grants, sortBy, limit, offset } = query;
  const places = {
    org_id: { constant: organizationOf(tenantId) },
    conversation_user_id: { sql: 'c.user_id' },
    service_id: { sql: 'c.service_id' },
    user_role_id: { constant: null },
    visible_to_admins: { constant: null },
  };
  // Both keys in the same direction: one order is the other reversed, and the index serves both.
  const direction = sortBy[0]?.descending === true ? 'DESC' : 'ASC';
  return page({
    name: 'conversations.conversations',
    select: selection,
    from: 'conversations.conversation AS c',
    where: [
      isEqual('c.tenant_id', tenantId),
      isOneOf('c.conversation_id', query.conversationIds),
      isOneOf('c.user_id', query.userIds),
      isOneOf('c.service_id', query.serviceIds),
      isEqual('c.is_finished', query.isFinished, 'boolean'),
      hasTags(query.tags, itsTags),
    ],
    scope: (first) => toSqlScope(grants, 'Conversation:GetConversation', places, first),
    sort: {
      by: [],
      columns: {},
      then: [`c.created_at ${direction}`, `c.conversation_id ${direction}`],
    },
    limit,
    offset,
  });
}
