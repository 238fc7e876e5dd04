import type { ApiKey as ApiKeyProto } from '@svc/contracts/identity';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { ApiKey } from './api-key-schemas.js';

export function fromApiKey({ recordId, apiKeyId, creatorUserId, ...key }: ApiKeyProto) {
  return shown(ApiKey, {
    ...sameNames(key),
    _id: recordId,
    key_id: apiKeyId,
    creator: { org_id: key.orgId, user_id: creatorUserId },
  });
}
