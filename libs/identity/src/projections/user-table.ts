import { column, defineTable, instant, json, personal, unlisted, type ListedRow } from '@svc/event-store';
import type { ExistingUser } from '../domain/user/user.js';
import { ownedBy, rowsOfUser, type PlaceOfUser } from './table-owner.js';

/**
 * Names and e-mail are in plain text, because lists sort and search by them; so are the flags that others decide by.
 */
export const userTable = defineTable<ExistingUser & PlaceOfUser>()('identity.user_account', {
  owner: ownedBy('user_id'),
  key: { orgId: column((row) => row.orgId), userId: column((row) => row.userId) },
  fixed: {
    email: column((row) => row.email),
    emailKey: unlisted(column((row) => emailKey(row.email))),
    createdAtMs: unlisted(instant((row) => row.createdAtMs)),
  },
  columns: {
    firstName: column((row) => row.firstName),
    lastName: column((row) => row.lastName),
    roleId: column((row) => row.roleId),
    nonsensitiveVariables: personal(
      json((row) => row.nonsensitiveVariables),
      { erased: {} },
    ),
    sensitiveVariableNames: personal(
      column((row) => row.sensitiveVariableNames),
      { erased: [] },
    ),
    enableResponseRecommendation: column((row) => row.preferences.enableResponseRecommendation),
    conversationsVisibleToAdmins: column((row) => row.preferences.conversationsVisibleToAdmins),
    userModelVisibleToAdmins: column((row) => row.preferences.userModelVisibleToAdmins),
    preferredLanguage: personal(
      column((row) => row.preferences.preferredLanguage),
      { erased: null },
    ),
    timezone: personal(
      column((row) => row.preferences.timezone),
      { erased: null },
    ),
    audioKeyterms: personal(
      column((row) => row.preferences.audioKeyterms),
      { erased: [] },
    ),
  },
  subjectRows: rowsOfUser,
});

export type UserRow = ListedRow<typeof userTable>;

/** E-mail addresses are compared case-insensitively. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
