import { toSqlScope, type Grant } from '@svc/auth';
import type { SealedRow } from '@svc/event-store';
import { isEqual, isOneOf, page, type Condition, type Sort, type Statement } from '@svc/postgres';
import type { UserStatistics } from './user-statistics.js';
import { emailKey, userTable } from './user-table.js';

/** The API's names of the columns that users can be sorted by. Users without conversations come first. */
const sortColumns = {
  first_name: 'u.first_name',
  last_name: 'u.last_name',
  email: 'u.email',
  'user_stats.num_conversations': 'coalesce(s.num_conversations, 0)',
  'user_stats.num_messages': 'coalesce(s.num_messages, 0)',
  'user_stats.last_message_time': `coalesce(s.last_message_at, '-infinity')`,
} as const;
export type UserSortField = keyof typeof sortColumns;
export const userSortFields = Object.keys(sortColumns) as UserSortField[];

export interface UserListRequest {
  /** Empty: all. */
  readonly userIds: readonly string[];
  /** Empty: all. Case-insensitive. */
  readonly emails: readonly string[];
  /** Part of the name or the e-mail address; null: all. */
  readonly search: string | null;
  readonly sortBy: readonly Sort<UserSortField>[];
  /** Zero only asks whether there are any. */
  readonly limit: number;
  readonly offset: number;
}

export type SealedUser = SealedRow<typeof userTable> & UserStatistics;

const statistics = `
  coalesce(s.num_conversations, 0) AS "numConversations", coalesce(s.num_messages, 0) AS "numMessages",
  (extract(epoch FROM s.last_message_at) * 1000)::float8 AS "lastMessageAtMs"`;

/** One page of the users that the grants allow (`User:GetUserInfo`) and, if there are more, the next user. */
export function usersPage(
  grants: readonly Grant[],
  orgId: string,
  { userIds, emails, search, sortBy, limit, offset }: UserListRequest,
): Statement {
  const places = {
    org_id: { constant: orgId },
    user_id: { sql: 'u.user_id' },
    user_role_id: { sql: 'u.role_id' },
  };
  return page({
    name: 'identity.users',
    select: `${userTable.selection('u')}, ${statistics}`,
    from: 'identity.user_account AS u LEFT JOIN identity.user_statistics AS s USING (org_id, user_id)',
    where: [
      isEqual('u.org_id', orgId),
      isOneOf('u.user_id', userIds),
      isOneOf('u.email_key', emails.map(emailKey)),
      search === null ? null : found(search),
    ],
    scope: (first) => toSqlScope(grants, 'User:GetUserInfo', places, first),
    sort: { by: sortBy, columns: sortColumns, then: ['u.created_at', 'u.user_id'] },
    limit,
    offset,
  });
}

function found(search: string): Condition {
  return (value) => {
    const wanted = `lower(${value(search)})`;
    return `(position(${wanted} IN lower(u.first_name || ' ' || u.last_name)) > 0 OR position(${wanted} IN u.email_key) > 0)`;
  };
}
