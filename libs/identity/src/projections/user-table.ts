import { column, defineTable, instant, json } from '@svc/event-store';
import type { ExistingUser } from '../domain/user/user.js';
import { ownedBy, type PlaceOfUser } from './table-owner.js';

export const userTable = defineTable<ExistingUser & PlaceOfUser>()('identity.user_account', {
  owner: ownedBy('user_id'),
  key: { orgId: column((row) => row.orgId), userId: column((row) => row.userId) },
  fixed: {
    email: column((row) => row.email),
    emailKey: column((row) => emailKey(row.email)),
    nonsensitiveVariables: json((row) => row.nonsensitiveVariables),
    createdAtMs: instant((row) => row.createdAtMs),
  },
  columns: {
    firstName: column((row) => row.firstName),
    lastName: column((row) => row.lastName),
    roleId: column((row) => row.roleId),
    preferences: json((row) => row.preferences),
  },
});

/** E-mail addresses are compared without regard to case. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
