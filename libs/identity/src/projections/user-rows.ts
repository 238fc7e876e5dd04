import type { AggregateChange, SqlFragment } from '@svc/event-store';
import { isUniqueViolation } from '@svc/postgres';
import type { UserState } from '../domain/user/user.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { orgIdOf } from './table-owner.js';
import { additionalContextTable } from './user-additional-context-table.js';
import { sensitiveVariablesTable } from './user-sensitive-variables-table.js';
import { userTable } from './user-table.js';

export const userTables = [userTable, sensitiveVariablesTable, additionalContextTable] as const;

/**
 * The account follows from the states before and after. All else is only added, so it follows from the events and the
 * state need not hold it.
 */
export function userRows({
  tenantId,
  id: userId,
  before,
  after,
  events,
}: AggregateChange<UserState, UserEvent>): readonly SqlFragment[] {
  const place = { orgId: orgIdOf(tenantId), userId };
  const rowOf = (state: UserState) => (typeof state === 'string' ? null : { ...state, ...place });
  if (after === 'deleted') return userTables.map((table) => table.removeOf(tenantId, userId));
  const variables = events.flatMap((event) =>
    event.type === 'SensitiveUserVariablesStored' ? [event.data.variables] : [],
  );
  const entries = events.flatMap((event) => (event.type === 'AdditionalContextAdded' ? [event.data] : []));
  return [
    ...userTable.sync(rowOf(before), rowOf(after)),
    ...sensitiveVariablesTable.insertAll(variables.map((stored) => ({ ...place, variables: stored }))),
    ...additionalContextTable.insertAll(entries.map((entry) => ({ ...place, ...entry }))),
  ];
}

/** Whether an append failed because another user of the organization has this e-mail address. */
export function isEmailTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'user_account_email_key');
}
