import {
  column,
  defineTable,
  instant,
  json,
  type AggregateChange,
  type SqlFragment,
  type Table,
} from '@svc/event-store';
import { isUniqueViolation } from '@svc/postgres';
import type { ExistingUser, UserState } from '../domain/user/user.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { orgIdOf, ownedBy } from './table-owner.js';

interface Place {
  readonly orgId: string;
  readonly userId: string;
}

export const userTable = defineTable<ExistingUser & Place>()('identity.user_account', {
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

type SensitiveVariableRow = Place & { readonly name: string; readonly sealedValue: string };

const sensitiveVariableTable = defineTable<SensitiveVariableRow>()('identity.user_sensitive_variable', {
  owner: ownedBy('user_id'),
  key: {
    orgId: column((row) => row.orgId),
    userId: column((row) => row.userId),
    name: column((row) => row.name),
  },
  columns: { sealedValue: column((row) => row.sealedValue) },
});

type AdditionalContextRow = Place & { readonly number: number; readonly entry: string };

const additionalContextTable = defineTable<AdditionalContextRow>()('identity.user_additional_context', {
  owner: ownedBy('user_id'),
  key: {
    orgId: column((row) => row.orgId),
    userId: column((row) => row.userId),
    number: column((row) => row.number),
  },
  fixed: { entry: column((row) => row.entry) },
});

export const userTables = [userTable, sensitiveVariableTable, additionalContextTable] as const;

/**
 * The account follows from the states before and after; what is beside it is only ever added, so it follows from the
 * events, and the state need not hold it.
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
  if (after === 'deleted') return userTables.map((table) => removalOf(table, place));
  const variables = events.flatMap((event) =>
    event.type === 'SensitiveUserVariablesStored' ? Object.entries(event.data.variables) : [],
  );
  const entries = events.flatMap((event) => (event.type === 'AdditionalContextAdded' ? [event.data] : []));
  return [
    ...userTable.sync(rowOf(before), rowOf(after)),
    ...sensitiveVariableTable.insertAll(
      variables.map(([name, sealedValue]) => ({ ...place, name, sealedValue })),
    ),
    ...additionalContextTable.insertAll(entries.map((entry) => ({ ...place, ...entry }))),
  ];
}

/** Whether a failed append means that another user of the organization has this e-mail address. */
export function isEmailTaken(failure: unknown): boolean {
  return isUniqueViolation(failure, 'user_account_email_key');
}

/** E-mail addresses are compared without regard to case. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** All rows of the user, however many. */
function removalOf({ name }: Table, { orgId, userId }: Place): SqlFragment {
  return {
    name: `${name.replace('identity.', '')}_removal`,
    text: `DELETE FROM ${name} WHERE org_id = $1 AND user_id = $2`,
    values: [orgId, userId],
  };
}
