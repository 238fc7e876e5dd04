import { z } from 'zod';
import { list, mapOf } from '../../wire/collections.js';
import { named, withFacts } from '../../wire/documented.js';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { languageText, Preferences, ShownPreferences, timeZoneText } from '../../wire/preferences.js';
import { repeated } from '../../wire/query.js';
import { charactersUpTo, nameText, str1, textUpTo } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';

/** More are not even looked at. Identity accepts fewer and reports its limit. */
const variables = (maxProperties: number) =>
  mapOf(z.string(), z.string(), {
    most: 1_000,
    what: 'variables',
    facts: {
      maxProperties,
      propertyNames: { type: 'string', pattern: '^[a-z_][a-z0-9_]+$', maxLength: 256 },
    },
  });

const emailText = withFacts(str1, { format: 'email', maxLength: 254 });
const person = { first_name: nameText, last_name: nameText };

/** Identity checks the content of names, addresses and variables. */
export const CreateUser = named(
  'CreateUserRequest',
  z.object({
    ...person,
    email: emailText,
    // People follow this link. Other schemes may do more than open a page.
    login_link: z
      .url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })
      .refine(...charactersUpTo(2_083))
      .nullish(),
    role_name: nameText,
    nonsensitive_user_variables: variables(19).default({}),
    sensitive_user_variables: variables(20).default({}),
    user_preferences: Preferences.nullish(),
  }),
);

const Unchanged = named('Unchanged', z.strictObject({}));

/** Text sets, null erases, `{}` or a missing field changes nothing. */
const threeWay = (text: z.ZodString) =>
  z.union([text, z.null(), Unchanged], 'must be text, null or {}').optional();

const keyterm = withFacts(z.string(), { pattern: '^[a-z-]+( [a-z-]+){0,2}$', maxLength: 100 });

/** Null means "leave as is" unless stated otherwise. */
export const UpdateUser = named(
  'UpdateUserRequest',
  z.object({
    first_name: nameText.nullish(),
    last_name: nameText.nullish(),
    enable_response_recommendation: z.boolean().nullish(),
    conversations_visible_to_admins: z.boolean().nullish(),
    user_model_visible_to_admins: z.boolean().nullish(),
    preferred_language: threeWay(languageText),
    timezone: threeWay(timeZoneText),
    additional_context: list(textUpTo(4_000), { most: 100 }).nullish(),
    audio_keyterms: list(keyterm, { most: 20 }).nullish(),
  }),
);

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

/** At most 100 users are answered, by name. */
export const SearchUsers = z.object({
  query: withFacts(str1, { maxLength: 200 }),
  user_id: repeated(z.string()),
});

const variableName = withFacts(z.string(), { pattern: '^[a-z_][a-z0-9_]+$', maxLength: 256 });

const VariableName = named('UserVariableName', z.object({ name: variableName }));
const Variable = named(
  'UserVariable',
  z.object({
    name: variableName,
    value: withFacts(z.string(), { minLength: 1, maxLength: 255 }),
    is_secret: z.boolean(),
  }),
);

/** Identity checks names and values. A name to delete is unknown: 400. */
export const ChangeUserVariables = named(
  'ChangeUserVariablesRequest',
  z.object({
    upserts: list(Variable, { most: 40 }).default([]),
    deletes: list(VariableName, { most: 40 }).default([]),
  }),
);

/** Credentials come only in headers. A UUID is equal in either case (RFC 9562 section 4). */
export const SignInHeaders = z.object({
  'x-api-key': str1,
  'x-api-key-id': str1.toLowerCase(),
  'x-user-id': str1,
});

export const SignedIn = named('SignedIn', z.strictObject({ id_token: z.string(), expires_at: wireTime }));

export const CreatedUser = named(
  'CreatedUser',
  z.strictObject({ user_id: z.string(), verify_link: z.string().nullable() }),
);

const UserStats = named(
  'UserStats',
  z.strictObject({
    num_conversations: z.int(),
    num_messages: z.int(),
    last_message_time: wireTime.nullable(),
  }),
);

export const User = named(
  'User',
  z.strictObject({
    org_id: z.string(),
    user_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: withFacts(z.string(), { format: 'email' }),
    user_stats: UserStats,
    /** Id of the role. */
    role: z.string(),
    preferences: ShownPreferences.nullable(),
    nonsensitive_variables: z.record(z.string(), z.string()),
    /** Names only; the values are never shown. */
    sensitive_variables: z.array(z.string()),
    enable_actions_access: z.boolean(),
  }),
);

export const UserList = named('UserList', z.strictObject({ users: z.array(User), ...pageKeys }));

export const FoundUser = named('FoundUser', User.omit({ enable_actions_access: true }));

export const FoundUsers = named('FoundUserList', z.strictObject({ users: z.array(FoundUser) }));
