import type { StoredDefinitionVersion } from '@svc/contracts/agents';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { oid } from '../../wire/query.js';
import { toWireTime, wireTime } from '../../wire/times.js';
import { fromAuthor, UserReference } from '../../wire/user-reference.js';

export const CreatedDefinition = named('CreatedDefinition', z.strictObject({ id: oid }));

export const CreatedVersion = named(
  'CreatedVersion',
  z.strictObject({ id: oid, version: z.int(), created_at: wireTime }),
);

/** The answer of a deletion that says nothing. */
export const Deleted = named('Deleted', z.strictObject({}));

/** `3`, `latest`, `2-5` or `1-latest`, both ends included. */
export const versionRange = z
  .string()
  .regex(
    /^(?:\d{1,9}|latest)(?:-(?:\d{1,9}|latest))?$/,
    'must be a number, latest or a range of them, such as 2-5 or 1-latest',
  );

/** What every version shows beside its definition and its body. */
export const versionKeys = {
  id: oid,
  org_id: z.string(),
  version: z.int(),
  created_at: wireTime,
  creator: UserReference,
};

/** @param orgId of the organization that has it */
export function fromVersion(version: StoredDefinitionVersion, orgId: string) {
  return {
    id: version.versionId,
    org_id: orgId,
    version: version.version,
    created_at: toWireTime(version.createdAtMs),
    creator: fromAuthor(version.creator),
  };
}
