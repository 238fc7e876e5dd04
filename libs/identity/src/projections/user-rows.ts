import type { AggregateChange, SqlFragment } from '@svc/event-store';
import { isUniqueViolation } from '@svc/postgres';
import type { UserState } from '../domain/user/user.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { orgIdOf, type PlaceOfUser } from './table-owner.js';
import { additionalContextTable } from './user-additional-context-table.js';
import { sensitiveVariablesTable } from './user-sensitive-variables-table.js';
import { userTable } from './user-table.js';

export const userTables = [userTable, sensitiveVariablesTable, additionalContextTable] as const;

/**
 * The account follows from the states before and after; all else from the events, so that the state need not hold it.
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
  const entries = events.flatMap((event) => (event.type === 'AdditionalContextAdded' ? [event.data] : []));
  return [
    ...userTable.sync(rowOf(before), rowOf(after)),
    ...sensitiveRows(place, before, events),
    ...additionalContextTable.insertAll(entries.map((entry) => ({ ...place, ...entry }))),
  ];
}

/** The last event has all variables; a user without some has no row. */
function sensitiveRows(
  place: PlaceOfUser,
  before: UserState,
  events: readonly UserEvent[],
): readonly SqlFragment[] {
  const stored = events.findLast((event) => event.type === 'SensitiveUserVariablesStored');
  if (stored === undefined) return [];
  const row = { ...place, variables: stored.data.variables };
  const hadSome = typeof before !== 'string' && before.sensitiveVariableNames.length > 0;
  if (Object.keys(row.variables).length === 0) return hadSome ? [sensitiveVariablesTable.remove(row)] : [];
  return [hadSome ? sensitiveVariablesTable.update(row) : sensitiveVariablesTable.insert(row)];
}

/** Whether an append failed because another user of the organization has this e-mail address. */
export function isEmailTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'user_account_email_key');
}
