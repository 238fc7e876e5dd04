import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { durationText, nameText } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';
import { UserReference } from '../../wire/user-reference.js';

/** `duration` is an ISO 8601 duration of 1 to 90 days. Identity checks it. */
export const CreateApiKey = named(
  'CreateApiKeyRequest',
  z.object({
    name: nameText.nullish(),
    duration: durationText,
    role_name: nameText.default('DefaultAdministratorRole'),
  }),
);

/** A UUID in either case (RFC 9562 section 4). No key has any other id. */
export const ApiKeyPath = z.object({ api_key_id: z.string().toLowerCase() });

/** The only response that shows the key itself. */
export const CreatedApiKey = named(
  'CreatedApiKey',
  z.strictObject({
    api_key_id: z.string(),
    api_key: z.string(),
    expires_at: wireTime,
  }),
);

export const ApiKey = named(
  'ApiKey',
  z.strictObject({
    _id: z.string(),
    name: z.string().nullable(),
    org_id: z.string(),
    created_at: wireTime,
    updated_at: wireTime,
    /** The `api_key_id` from its creation. */
    key_id: z.string(),
    expires_at: wireTime,
    creator: UserReference,
    role_id: z.string(),
    /** The latest sign-in, or request with a token from one, to the minute. */
    last_used_at: wireTime.nullable(),
  }),
);
