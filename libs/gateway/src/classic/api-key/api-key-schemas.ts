import type { ApiKey } from '@svc/contracts/identity';
import { z } from 'zod';
import { str1 } from '../../wire/text.js';
import { toWireTime } from '../../wire/times.js';

/** Contract-classic.md 1.1. */
export const CreateApiKey = z.object({
  name: str1.nullish(),
  duration: str1,
  role_name: str1.default('DefaultAdministratorRole'),
});

export function fromApiKey(key: ApiKey) {
  return {
    _id: key.recordId,
    name: key.name ?? null,
    org_id: key.orgId,
    created_at: toWireTime(key.createdAtMs),
    updated_at: toWireTime(key.updatedAtMs),
    key_id: key.apiKeyId,
    expires_at: toWireTime(key.expiresAtMs),
    creator: { org_id: key.orgId, user_id: key.creatorUserId },
    role_id: key.roleId,
  };
}
