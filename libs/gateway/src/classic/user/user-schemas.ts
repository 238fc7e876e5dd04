import type { CreateUserRequest, TextChange, UpdateUserRequest } from '@svc/contracts/identity';
import { z } from 'zod';
import { list, mapOf } from '../../wire/collections.js';
import { pageParameters, sortParameter } from '../../wire/page.js';
import { Preferences, toPreferences } from '../../wire/preferences.js';
import { repeated } from '../../wire/query.js';
import { str1 } from '../../wire/text.js';

/** Identity takes fewer, and says how many. */
const Variables = mapOf(z.string(), z.string(), { most: 1_000, what: 'variables' });

/** Contract-classic.md 1.3. What may stand in names, addresses and variables is identity's to judge. */
export const CreateUser = z.object({
  first_name: str1,
  last_name: str1,
  email: str1,
  login_link: z.url().max(2083).nullish(),
  role_name: str1,
  nonsensitive_user_variables: Variables.default({}),
  sensitive_user_variables: Variables.default({}),
  user_preferences: Preferences.nullish(),
});

export function toCreateUser(body: z.output<typeof CreateUser>): Omit<CreateUserRequest, 'caller'> {
  return {
    firstName: body.first_name,
    lastName: body.last_name,
    email: body.email,
    roleName: body.role_name,
    nonsensitiveVariables: body.nonsensitive_user_variables,
    sensitiveVariables: body.sensitive_user_variables,
    preferences: body.user_preferences ? toPreferences(body.user_preferences) : undefined,
  };
}

/** Null erases, `{}` or nothing leaves as it is (1.4). */
const threeWay = z
  .union([z.string(), z.null(), z.strictObject({})], 'must be text, null or {}')
  .optional()
  .transform((value): TextChange | undefined => {
    if (value === null) return { value: undefined };
    return typeof value === 'string' ? { value } : undefined;
  });

/** Contract-classic.md 1.4. Null means "leave as is" unless said otherwise. */
export const UpdateUser = z.object({
  first_name: str1.nullish(),
  last_name: str1.nullish(),
  enable_response_recommendation: z.boolean().nullish(),
  conversations_visible_to_admins: z.boolean().nullish(),
  user_model_visible_to_admins: z.boolean().nullish(),
  preferred_language: threeWay,
  timezone: threeWay,
  additional_context: list(str1).nullish(),
  audio_keyterms: list(z.string()).nullish(),
});

export function toUpdateUser(
  userId: string,
  body: z.output<typeof UpdateUser>,
): Omit<UpdateUserRequest, 'caller'> {
  return {
    userId,
    firstName: body.first_name ?? undefined,
    lastName: body.last_name ?? undefined,
    enableResponseRecommendation: body.enable_response_recommendation ?? undefined,
    conversationsVisibleToAdmins: body.conversations_visible_to_admins ?? undefined,
    userModelVisibleToAdmins: body.user_model_visible_to_admins ?? undefined,
    preferredLanguage: body.preferred_language,
    timezone: body.timezone,
    additionalContext: body.additional_context ?? [],
    audioKeyterms: body.audio_keyterms ? { values: body.audio_keyterms } : undefined,
  };
}

/** Contract-classic.md 4.3. Sorting by statistics, which another service keeps, is not served. */
export const ListUsers = z.object({
  user_id: repeated(z.string()),
  email: repeated(z.string()),
  sort_by: sortParameter(['first_name', 'last_name', 'email']),
  ...pageParameters(0, 100, 100),
});
