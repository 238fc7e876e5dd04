import { toPrismaScope, type Grant, type TextFilter } from '@svc/auth';
import { isStorableText } from '@svc/kernel';
import type { UserPreferences } from '../domain/preferences.js';
import type {
  UserAccountModel,
  UserAccountOrderByWithRelationInput,
  UserAccountWhereInput,
} from './gen/models/UserAccount.js';
import type { PrismaClient } from './gen/client.js';
import { emailKey } from './user-table.js';

/** What lists do not show: keys that they are found and sorted by. */
const unlisted = {
  emailKey: true,
  conversationsVisibleToAdmins: true,
  userModelVisibleToAdmins: true,
  createdAt: true,
} as const;
type UserRow = Omit<UserAccountModel, keyof typeof unlisted>;

export interface ListedUser extends Omit<UserRow, 'preferences' | 'nonsensitiveVariables'> {
  readonly preferences: UserPreferences;
  readonly nonsensitiveVariables: Readonly<Record<string, string>>;
  /** The values are never listed. */
  readonly sensitiveVariableNames: readonly string[];
}

/** What clients call the columns that users can be sorted by. */
const sortColumns = { first_name: 'firstName', last_name: 'lastName', email: 'email' } as const;
export type UserSortField = keyof typeof sortColumns;
export const userSortFields = Object.keys(sortColumns) as UserSortField[];

export interface UserListRequest {
  /** Empty: all. */
  readonly userIds: readonly string[];
  /** Empty: all. Compared without regard to case. */
  readonly emails: readonly string[];
  readonly sortBy: readonly { readonly field: UserSortField; readonly descending: boolean }[];
  /** Zero asks only whether there is anything. */
  readonly limit: number;
  readonly offset: number;
}

export interface UserPage {
  readonly users: readonly ListedUser[];
  readonly hasMore: boolean;
}

/** The users that the grants let one see (`User:GetUserInfo`); ties in creation order. */
export async function queryUsers(
  prisma: PrismaClient,
  grants: readonly Grant[],
  orgId: string,
  { userIds, emails, sortBy, limit, offset }: UserListRequest,
): Promise<UserPage> {
  const noRow: UserAccountWhereInput = { userId: { in: [] } };
  const places = {
    org_id: { constant: orgId },
    user_id: { where: (filter: TextFilter): UserAccountWhereInput => ({ userId: filter }) },
    user_role_id: { where: (filter: TextFilter): UserAccountWhereInput => ({ roleId: filter }) },
  };
  const scope = toPrismaScope(grants, 'User:GetUserInfo', places, noRow);
  const found = await prisma.userAccount.findMany({
    omit: unlisted,
    where: {
      orgId,
      AND: scope,
      ...(userIds.length > 0 && { userId: { in: userIds.filter(isStorableText) } }),
      ...(emails.length > 0 && { emailKey: { in: emails.filter(isStorableText).map(emailKey) } }),
    },
    orderBy: [...sortBy.map(sortOrder), { createdAt: 'asc' }, { userId: 'asc' }],
    skip: offset,
    take: limit + 1,
  });
  const page = found.slice(0, limit);
  const names = await sensitiveVariableNames(prisma, orgId, page);
  return {
    users: page.map((row) => toListedUser(row, names.get(row.userId) ?? [])),
    hasMore: found.length > limit,
  };
}

function sortOrder({
  field,
  descending,
}: UserListRequest['sortBy'][number]): UserAccountOrderByWithRelationInput {
  return { [sortColumns[field]]: descending ? 'desc' : 'asc' };
}

async function sensitiveVariableNames(
  prisma: PrismaClient,
  orgId: string,
  users: readonly Pick<UserRow, 'userId'>[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (users.length === 0) return new Map();
  const rows = await prisma.userSensitiveVariable.findMany({
    where: { orgId, userId: { in: users.map(({ userId }) => userId) } },
    select: { userId: true, name: true },
    orderBy: { name: 'asc' },
  });
  const names = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...names].map(([userId, variables]) => [userId, variables.map(({ name }) => name)]));
}

function toListedUser(row: UserRow, sensitiveVariableNames: readonly string[]): ListedUser {
  return {
    ...row,
    // Both are written by user-rows.ts alone.
    preferences: row.preferences as unknown as UserPreferences,
    nonsensitiveVariables: row.nonsensitiveVariables as Readonly<Record<string, string>>,
    sensitiveVariableNames,
  };
}
