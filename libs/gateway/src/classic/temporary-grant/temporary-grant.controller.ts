import { Controller, Inject } from '@nestjs/common';
import { grantToMessage, parseGrant } from '@svc/auth';
import { AccessCache } from '../../access/access-cache.js';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { toWireTime } from '../../wire/times.js';
import { fromTemporaryGrant } from './temporary-grant-mapping.js';
import { createTemporaryGrant, listTemporaryGrants } from './temporary-grant.routes.js';

@Controller()
export class TemporaryGrantController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: AccessCache,
  ) {}

  @Serves(createTemporaryGrant)
  async create({ caller, params, body }: RouteInput<typeof createTemporaryGrant>) {
    const grant = parseGrant(body.permission_grant, ['body', 'permission_grant']);
    const { grantId, expiresAtMs } = await this.identity.createTemporaryPermissionGrant({
      caller,
      userId: body.user_id,
      duration: body.duration,
      permissionGrant: grantToMessage(grant),
      tags: Object.entries(body.tags).map(([key, value]) => ({ key, value: value ?? undefined })),
      justification: body.justification,
    });
    this.accesses.forget(params.org);
    return { temporary_permission_grant_id: grantId, expires_at: toWireTime(expiresAtMs) };
  }

  @Serves(listTemporaryGrants)
  async list({ caller, query }: RouteInput<typeof listTemporaryGrants>) {
    const { grants, page } = await this.identity.listTemporaryPermissionGrants({
      caller,
      grantIds: query.id,
      userIds: query.user_id,
      creators: query.creator,
      permissionName: query.permission_grant_name,
      isExpired: query.is_expired,
      tags: query.tag,
      page: toPage(query),
      sortBy: query.sort_by,
    });
    return {
      temporary_permission_grants: grants.map(fromTemporaryGrant),
      ...fromPageInfo(page, query),
    };
  }
}
