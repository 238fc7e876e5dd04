import { grantFromProto, grantToJson } from '@svc/auth';
import type { TemporaryPermissionGrant } from '@svc/contracts/identity';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { TemporaryGrant } from './temporary-grant-schemas.js';

export function fromTemporaryGrant({
  grantId,
  permissionGrant,
  tags,
  creatorOrgId,
  creatorUserId,
  ...grant
}: TemporaryPermissionGrant) {
  const known = permissionGrant && grantFromProto(permissionGrant);
  return shown(TemporaryGrant, {
    ...sameNames({ ...grant, updatedAtMs: grant.createdAtMs }),
    _id: grantId,
    permission_grant: known
      ? grantToJson(known)
      : { permission_name: permissionGrant?.permissionName ?? '', conditions: {} },
    tags: Object.fromEntries(tags.map(({ key, value }) => [key, value ?? null])),
    creator: { org_id: creatorOrgId, user_id: creatorUserId },
  });
}
