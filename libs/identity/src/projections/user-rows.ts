import type { SqlFragment } from '@svc/event-store';
import { isUniqueViolation } from '@svc/postgres';
import type { UserPreferences } from '../domain/preferences.js';
import type { UserEvent } from '../domain/user/user-event.js';

/**
 * @param events those of one append: their changes of the account become one UPDATE, because a statement that updates a
 *   row twice keeps only the first change (PostgreSQL manual 7.8.4).
 */
export function userRows(
  orgId: string,
  events: readonly UserEvent[],
  userId: string,
): readonly SqlFragment[] {
  const fragments = events.flatMap((event): SqlFragment[] => {
    switch (event.type) {
      case 'UserCreated':
        return [insertAccount(orgId, event.data)];
      case 'SensitiveUserVariablesStored':
        return [insertSensitiveVariables(orgId, userId, event.data.variables)];
      case 'UserDeleted':
        return ownedTables.map((table) => remove(table, orgId, userId));
      case 'UserProfileChanged':
      case 'UserPreferencesChanged':
      case 'AdditionalContextAdded':
      case 'UserRoleAssigned':
        return [];
    }
  });
  const added = events.filter((event) => event.type === 'AdditionalContextAdded');
  if (added.length > 0)
    fragments.push(
      insertAdditionalContext(
        orgId,
        userId,
        added.map(({ data }) => data),
      ),
    );
  const change = accountChange(events);
  if (change) fragments.push(updateAccount(orgId, userId, change));
  return fragments;
}

/** Everything that goes with the user. */
const ownedTables = ['user_account', 'user_sensitive_variable', 'user_additional_context'] as const;

/** Whether a failed append means that another user of the organization has this e-mail address. */
export function isEmailTaken(failure: unknown): boolean {
  return isUniqueViolation(failure, 'user_account_email_key');
}

/** E-mail addresses are compared without regard to case. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

interface AccountChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly roleId?: string | undefined;
  readonly preferences?: UserPreferences | undefined;
}

function accountChange(events: readonly UserEvent[]): AccountChange | undefined {
  return events.reduce<AccountChange | undefined>((change, event) => {
    switch (event.type) {
      case 'UserProfileChanged': {
        const { firstName = change?.firstName, lastName = change?.lastName } = event.data;
        return { ...change, firstName, lastName };
      }
      case 'UserPreferencesChanged':
        return { ...change, preferences: event.data.preferences };
      case 'UserRoleAssigned':
        return { ...change, roleId: event.data.roleId };
      case 'UserCreated':
      case 'SensitiveUserVariablesStored':
      case 'AdditionalContextAdded':
      case 'UserDeleted':
        return change;
    }
  }, undefined);
}

type Created = Extract<UserEvent, { type: 'UserCreated' }>['data'];

function insertAccount(orgId: string, user: Created): SqlFragment {
  return {
    name: 'user_account_row',
    text: `INSERT INTO identity.user_account
             (org_id, user_id, first_name, last_name, email, email_key, role_id, preferences,
              nonsensitive_variables, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      orgId,
      user.userId,
      user.firstName,
      user.lastName,
      user.email,
      emailKey(user.email),
      user.roleId,
      JSON.stringify(user.preferences),
      JSON.stringify(user.nonsensitiveVariables),
      new Date(user.createdAtMs),
    ],
  };
}

function insertSensitiveVariables(
  orgId: string,
  userId: string,
  variables: Readonly<Record<string, string>>,
): SqlFragment {
  return {
    name: 'user_sensitive_variable_rows',
    text: `INSERT INTO identity.user_sensitive_variable (org_id, user_id, name, sealed_value)
           SELECT $1, $2, name, sealed_value FROM unnest($3::text[], $4::text[]) AS variable (name, sealed_value)`,
    values: [orgId, userId, Object.keys(variables), Object.values(variables)],
  };
}

function insertAdditionalContext(
  orgId: string,
  userId: string,
  added: readonly { readonly number: number; readonly entry: string }[],
): SqlFragment {
  return {
    name: 'user_additional_context_rows',
    text: `INSERT INTO identity.user_additional_context (org_id, user_id, number, entry)
           SELECT $1, $2, number, entry FROM unnest($3::integer[], $4::text[]) AS added (number, entry)`,
    values: [orgId, userId, added.map(({ number }) => number), added.map(({ entry }) => entry)],
  };
}

function updateAccount(orgId: string, userId: string, change: AccountChange): SqlFragment {
  return {
    name: 'user_account_change',
    text: `UPDATE identity.user_account SET
             first_name = coalesce($3, first_name),
             last_name = coalesce($4, last_name),
             role_id = coalesce($5, role_id),
             preferences = coalesce($6::jsonb, preferences)
           WHERE org_id = $1 AND user_id = $2`,
    values: [
      orgId,
      userId,
      change.firstName ?? null,
      change.lastName ?? null,
      change.roleId ?? null,
      change.preferences ? JSON.stringify(change.preferences) : null,
    ],
  };
}

function remove(table: (typeof ownedTables)[number], orgId: string, userId: string): SqlFragment {
  return {
    name: `${table}_removal`,
    text: `DELETE FROM identity.${table} WHERE org_id = $1 AND user_id = $2`,
    values: [orgId, userId],
  };
}
