import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { uuid } from '../uuid.js';
import { wireTime } from '../../wire/times.js';

/** A key of the workspace, without the key itself. */
export const ReviewedCredential = named(
  'ReviewedCredential',
  z.strictObject({
    id: uuid,
    key_id: z.string(),
    name: z.string().nullable(),
    role: z.string(),
    permissions: z.array(z.string()),
    /** `revoked`: deleted, or ended with a person behind it. */
    status: z.enum(['active', 'expired', 'revoked']),
    created_at: wireTime,
    expires_at: wireTime,
    /** To the minute; null: never. */
    last_used_at: wireTime.nullable(),
    revoked_at: wireTime.nullable(),
    /** Id of an entity of the world model. There is none yet. */
    created_by_entity_id: uuid.nullable(),
    /** Null if another key of the workspace or the installer created it. */
    created_by_user_id: z.string().nullable(),
    /** The credential of the creator; null for the installer. */
    created_by_credential_id: uuid.nullable(),
  }),
);

export const AccessReview = named(
  'AccessReviewResponse',
  z.strictObject({
    generated_at: wireTime,
    workspace_id: uuid,
    credentials: z.array(ReviewedCredential),
    total_credentials: z.int(),
    jwt_credentials_note: z.string(),
  }),
);
