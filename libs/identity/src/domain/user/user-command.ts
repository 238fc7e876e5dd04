import type { UserPreferences } from '../preferences.js';

export interface CreateUser {
  readonly type: 'CreateUser';
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly roleId: string;
  readonly preferences: UserPreferences;
  readonly nonsensitiveVariables: Readonly<Record<string, string>>;
  readonly sensitiveVariables: Readonly<Record<string, string>>;
}

/** For users that the system creates. */
export const withoutVariables = {
  nonsensitiveVariables: {},
  sensitiveVariables: {},
} as const satisfies Partial<CreateUser>;

/** Null erases. */
export interface TextChange {
  readonly value: string | null;
}

/** Null: unchanged. */
export interface UpdateUser {
  readonly type: 'UpdateUser';
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly enableResponseRecommendation: boolean | null;
  readonly conversationsVisibleToAdmins: boolean | null;
  readonly userModelVisibleToAdmins: boolean | null;
  readonly preferredLanguage: TextChange | null;
  readonly timezone: TextChange | null;
  readonly audioKeyterms: readonly string[] | null;
  /** Appended to the existing entries. */
  readonly additionalContext: readonly string[];
}

/** All variables that the user has from then on. */
export interface SetVariables {
  readonly type: 'SetVariables';
  readonly nonsensitive: Readonly<Record<string, string>>;
  /** Null: unchanged. */
  readonly sensitive: Readonly<Record<string, string>> | null;
}

export type UserCommand =
  | CreateUser
  | UpdateUser
  | SetVariables
  | { readonly type: 'AssignRole'; readonly roleId: string }
  | { readonly type: 'DeleteUser' };
