import type { SqlFragment } from '@svc/event-store';
import { isUniqueViolation } from '@svc/postgres';
import type { UserPreferences } from '../domain/preferences.js';
import type { UserEvent } from '../domain/user/user.js';

/**
 * @param events those of one append: their changes of the account become one UPDATE, because a statement that updates a
 *   row twice keeps only the first change (PostgreSQL manual 7.8.4).
 */
export function userRows(
  orgId: string,
  events: readonly UserEvent[],
  userId: string,
): readonly SqlFragment[] {
  const fragments = events.flatMap((event): readonly SqlFragment[] => {
    switch (event.type) {
      case 'UserCreated':
        return [insertAccount(orgId, event.data)];
      case 'SensitiveUserVariablesStored':
        return [insertSensitiveVariables(orgId, userId, event.data.variables)];
      case 'UserDeleted':
        return [remove('user_account', orgId, userId), remove('user_sensitive_variable', orgId, userId)];
      case 'UserProfileChanged':
      case 'UserPreferencesChanged':
      case 'UserContextAdded':
      case 'UserRoleAssigned':
        return [];
    }
  });
  const change = accountChange(events);
  return change ? [...fragments, updateAccount(orgId, userId, change)] : fragments;
}

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
  readonly addedContext?: readonly string[];
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
      case 'UserContextAdded':
        return { ...change, addedContext: [...(change?.addedContext ?? []), ...event.data.entries] };
      case 'UserRoleAssigned':
        return { ...change, roleId: event.data.roleId };
      case 'UserCreated':
      case 'SensitiveUserVariablesStored':
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
              nonsensitive_variables, additional_context, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '{}', $10)`,
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

function updateAccount(orgId: string, userId: string, change: AccountChange): SqlFragment {
  return {
    name: 'user_account_change',
    text: `UPDATE identity.user_account SET
             first_name = coalesce($3, first_name),
             last_name = coalesce($4, last_name),
             role_id = coalesce($5, role_id),
             preferences = coalesce($6::jsonb, preferences),
             additional_context = additional_context || $7::text[]
           WHERE org_id = $1 AND user_id = $2`,
    values: [
      orgId,
      userId,
      change.firstName ?? null,
      change.lastName ?? null,
      change.roleId ?? null,
      change.preferences ? JSON.stringify(change.preferences) : null,
      change.addedContext ?? [],
    ],
  };
}

function remove(
  table: 'user_account' | 'user_sensitive_variable',
  orgId: string,
  userId: string,
): SqlFragment {
  return {
    name: `${table}_removal`,
    text: `DELETE FROM identity.${table} WHERE org_id = $1 AND user_id = $2`,
    values: [orgId, userId],
  };
}
