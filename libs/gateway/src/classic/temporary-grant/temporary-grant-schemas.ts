import { tagBounds } from '@svc/kernel';
import { z } from 'zod';
import { mapOf } from '../../wire/collections.js';
import { named, withFacts } from '../../wire/documented.js';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { flag, oid, repeated } from '../../wire/query.js';
import { tagFilters, tagText } from '../../wire/tags.js';
import { durationText, str1 } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';
import { userReference, UserReference } from '../../wire/user-reference.js';
import { GivenGrant } from '../role/permission-grants.js';
import { PermissionGrant } from '../role/role-schemas.js';

/** Identity checks the length of a grant and its justification; `parseGrant` knows the grammar of a grant. */
export const CreateTemporaryGrant = named(
  'CreateTemporaryPermissionGrantRequest',
  z.object({
    user_id: str1,
    /** An ISO 8601 duration of a minute to three days. Identity checks it. */
    duration: durationText,
    permission_grant: GivenGrant,
    tags: mapOf(tagText, tagText.nullable(), { most: tagBounds.items, what: 'tags' }).default({}),
    justification: withFacts(str1, { minLength: 10, maxLength: 2_000 }),
  }),
);

export const CreatedTemporaryGrant = named(
  'CreatedTemporaryPermissionGrant',
  z.strictObject({
    temporary_permission_grant_id: z.string(),
    expires_at: wireTime,
  }),
);

export const ListTemporaryGrants = z.object({
  id: repeated(oid),
  user_id: repeated(z.string()),
  creator: repeated(userReference),
  permission_grant_name: z.string().optional(),
  is_expired: flag.optional(),
  tag: tagFilters,
  sort_by: sortParameter(['user_id', 'expires_at', 'permission_grant.permission_name']),
  ...pageParameters(0, 10, 10),
});

export const TemporaryGrant = named(
  'TemporaryPermissionGrant',
  z.strictObject({
    _id: z.string(),
    org_id: z.string(),
    created_at: wireTime,
    /** Its creation: grants never change. */
    updated_at: wireTime,
    user_id: z.string(),
    expires_at: wireTime,
    permission_grant: PermissionGrant,
    justification: z.string(),
    creator: UserReference,
    tags: z.record(z.string(), z.string().nullable()),
  }),
);

export const TemporaryGrantList = named(
  'TemporaryPermissionGrantList',
  z.strictObject({
    temporary_permission_grants: z.array(TemporaryGrant),
    ...pageKeys,
  }),
);
