import type { DomainEvent } from '@svc/kernel';
import type { UserPreferences } from '../preferences.js';

export type UserEvent =
  | DomainEvent<
      'UserCreated',
      {
        readonly userId: string;
        readonly firstName: string;
        readonly lastName: string;
        readonly email: string;
        readonly roleId: string;
        readonly preferences: UserPreferences;
        readonly nonsensitiveVariables: Readonly<Record<string, string>>;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<'SensitiveUserVariablesStored', { readonly variables: Readonly<Record<string, string>> }>
  | DomainEvent<'NonsensitiveUserVariablesChanged', { readonly variables: Readonly<Record<string, string>> }>
  /** Null: unchanged. */
  | DomainEvent<'UserProfileChanged', { readonly firstName: string | null; readonly lastName: string | null }>
  | DomainEvent<'UserPreferencesChanged', { readonly preferences: UserPreferences }>
  | DomainEvent<
      'AdditionalContextAdded',
      {
        /** Counts the user's entries from 1. */
        readonly number: number;
        readonly entry: string;
      }
    >
  | DomainEvent<'UserRoleAssigned', { readonly roleId: string }>
  | DomainEvent<'UserDeleted', Readonly<Record<never, never>>>;
