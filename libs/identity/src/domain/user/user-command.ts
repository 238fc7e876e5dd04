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
  /** Name to sealed value. */
  readonly sealedVariables: Readonly<Record<string, string>>;
  /** What they took as JSON, in bytes, before they were sealed. */
  readonly sensitiveVariableBytes: number;
  readonly nowMs: number;
}

/** Without a value: erase. */
export interface TextChange {
  readonly value?: string | undefined;
}

/** What is left out stays as it is. */
export interface UpdateUser {
  readonly type: 'UpdateUser';
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly enableResponseRecommendation?: boolean | undefined;
  readonly conversationsVisibleToAdmins?: boolean | undefined;
  readonly userModelVisibleToAdmins?: boolean | undefined;
  readonly preferredLanguage?: TextChange | undefined;
  readonly timezone?: TextChange | undefined;
  readonly audioKeyterms?: readonly string[] | undefined;
  /** Appended to what is known. */
  readonly additionalContext: readonly string[];
}

export type UserCommand =
  | CreateUser
  | UpdateUser
  | { readonly type: 'AssignRole'; readonly roleId: string }
  | { readonly type: 'DeleteUser' };
