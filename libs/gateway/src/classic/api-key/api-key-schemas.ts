import { z } from 'zod';
import { str1 } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';

/** `duration` is an ISO 8601 duration of 1 to 90 days, which identity judges. */
export const CreateApiKey = z.object({
  name: str1.nullish(),
  duration: str1,
  role_name: str1.default('DefaultAdministratorRole'),
});

/** A UUID, which is the same in either case (RFC 9562 section 4). Anything else is the id of no key. */
export const ApiKeyPath = z.object({ api_key_id: z.string().toLowerCase() });

/** The key itself is shown this once. */
export const CreatedApiKey = z.strictObject({
  api_key_id: z.string(),
  api_key: z.string(),
  expires_at: wireTime,
});

export const ApiKey = z.strictObject({
  _id: z.string(),
  name: z.string().nullable(),
  org_id: z.string(),
  created_at: wireTime,
  updated_at: wireTime,
  /** The `api_key_id` of its creation. */
  key_id: z.string(),
  expires_at: wireTime,
  creator: z.strictObject({ org_id: z.string(), user_id: z.string() }),
  role_id: z.string(),
  /** By a sign-in, or by a request with a token from one, to the minute. */
  last_used_at: wireTime.nullable(),
});
