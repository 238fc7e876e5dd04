import { z } from 'zod';
import { list, mapOf } from '../../wire/collections.js';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { Preferences, ShownPreferences } from '../../wire/preferences.js';
import { repeated } from '../../wire/query.js';
import { charactersUpTo, str1 } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';

/** Identity accepts fewer and reports its limit. */
const Variables = mapOf(z.string(), z.string(), { most: 1_000, what: 'variables' });

/** Identity checks the content of names, addresses and variables. */
export const CreateUser = z.object({
  first_name: str1,
  last_name: str1,
  email: str1,
  // People follow this link. Other schemes may do more than open a page.
  login_link: z
    .url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })
    .refine(...charactersUpTo(2_083))
    .nullish(),
  role_name: str1,
  nonsensitive_user_variables: Variables.default({}),
  sensitive_user_variables: Variables.default({}),
  user_preferences: Preferences.nullish(),
});

/** Text sets, null erases, `{}` or a missing field changes nothing. */
const threeWay = z.union([z.string(), z.null(), z.strictObject({})], 'must be text, null or {}').optional();

/** Null means "leave as is" unless stated otherwise. */
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

export const ListUsers = z.object({
  user_id: repeated(z.string()),
  email: repeated(z.string()),
  sort_by: sortParameter([
    'first_name',
    'last_name',
    'email',
    'user_stats.num_conversations',
    'user_stats.num_messages',
    'user_stats.last_message_time',
  ]),
  ...pageParameters(0, 100, 100),
});

/** Credentials come only in headers. A UUID is equal in either case (RFC 9562 section 4). */
export const SignInHeaders = z.object({
  'x-api-key': str1,
  'x-api-key-id': str1.toLowerCase(),
  'x-user-id': str1,
});

export const SignedIn = z.strictObject({ id_token: z.string(), expires_at: wireTime });

export const CreatedUser = z.strictObject({ user_id: z.string(), verify_link: z.string().nullable() });

export const User = z.strictObject({
  org_id: z.string(),
  user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  user_stats: z.strictObject({
    num_conversations: z.int(),
    num_messages: z.int(),
    last_message_time: wireTime.nullable(),
  }),
  /** Id of the role. */
  role: z.string(),
  preferences: ShownPreferences.nullable(),
  nonsensitive_variables: z.record(z.string(), z.string()),
  /** Names only; the values are never shown. */
  sensitive_variables: z.array(z.string()),
  enable_actions_access: z.boolean(),
});

export const UserList = z.strictObject({ users: z.array(User), ...pageKeys });
