import { hash } from 'node:crypto';
import { toSqlScope, type Grant } from '@svc/auth';
import type { SealedRow } from '@svc/event-store';
import { isStorableText } from '@svc/kernel';
import type { Statement } from '@svc/postgres';
import type { UserStatistics } from './user-statistics.js';
import { emailKey, userTable } from './user-table.js';

/** What clients call the columns that users can be sorted by. Who never talked has talked the least, longest ago. */
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

interface UserSortKey {
  readonly field: UserSortField;
  readonly descending: boolean;
}

export interface UserListRequest {
  /** Empty: all. */
  readonly userIds: readonly string[];
  /** Empty: all. Compared without regard to case. */
  readonly emails: readonly string[];
  readonly sortBy: readonly UserSortKey[];
  /** Zero asks only whether there is anything. */
  readonly limit: number;
  readonly offset: number;
}

export type SealedUser = SealedRow<typeof userTable> & UserStatistics;

const statistics = `
  coalesce(s.num_conversations, 0) AS "numConversations", coalesce(s.num_messages, 0) AS "numMessages",
  (extract(epoch FROM s.last_message_at) * 1000)::float8 AS "lastMessageAtMs"`;

/** One page of the users that the grants let one see (`User:GetUserInfo`) and, when there is more, the user after it. */
export function usersPage(
  grants: readonly Grant[],
  orgId: string,
  { userIds, emails, sortBy, limit, offset }: UserListRequest,
): Statement {
  const values: unknown[] = [orgId];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const conditions = ['u.org_id = $1'];
  if (userIds.length > 0)
    conditions.push(`u.user_id = ANY(${value(userIds.filter(isStorableText))}::text[])`);
  if (emails.length > 0) {
    const keys = emails.filter(isStorableText).map(emailKey);
    conditions.push(`u.email_key = ANY(${value(keys)}::text[])`);
  }
  const places = {
    org_id: { constant: orgId },
    user_id: { sql: 'u.user_id' },
    user_role_id: { sql: 'u.role_id' },
  };
  const scope = toSqlScope(grants, 'User:GetUserInfo', places, values.length + 1);
  values.push(...scope.values);
  conditions.push(scope.text);
  const order = [...orderBy(sortBy), 'u.created_at', 'u.user_id'].join(', ');
  const text = `SELECT ${userTable.selection('u')}, ${statistics}
      FROM identity.user_account AS u LEFT JOIN identity.user_statistics AS s USING (org_id, user_id)
     WHERE ${conditions.join(' AND ')}
     ORDER BY ${order} LIMIT ${value(limit + 1)} OFFSET ${value(offset)}`;
  // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
  return { name: `identity.users_page_${hash('sha256', text).slice(0, 16)}`, text, values };
}

/** A field that is named again changes nothing, and would make one more statement. */
function orderBy(keys: readonly UserSortKey[]): readonly string[] {
  const first = new Map<UserSortField, UserSortKey>();
  for (const key of keys) if (!first.has(key.field)) first.set(key.field, key);
  return [...first.values()].map(
    ({ field, descending }) => `${sortColumns[field]} ${descending ? 'DESC' : 'ASC'}`,
  );
}
