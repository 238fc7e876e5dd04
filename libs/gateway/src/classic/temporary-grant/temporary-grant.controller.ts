import { Controller, Inject } from '@nestjs/common';
import { grantToProto, parseGrant } from '@svc/auth';
import { AccessCache } from '../../access/access-cache.js';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { textBody } from '../../wire/sizes.js';
import { toWireTime } from '../../wire/times.js';
import { fromTemporaryGrant } from './temporary-grant-mapping.js';
import {
  CreateTemporaryGrant,
  CreatedTemporaryGrant,
  ListTemporaryGrants,
  TemporaryGrantList,
} from './temporary-grant-schemas.js';

const createTemporaryGrant = defineRoute({
  operationId: 'create-temporary-permission-grant',
  method: 'POST',
  path: '/v1/:org/role/temporary_permission_grant/',
  summary: 'Gives a user a permission beside their role, for a minute to three days.',
  access: forCallers({ requires: ['Role:CreateTemporaryPermissionGrant'] }),
  request: { body: { media: 'json', schema: CreateTemporaryGrant, maxBytes: textBody } },
  answer: { status: 201, content: 'json', schema: CreatedTemporaryGrant },
  errors: ['not_found', 'limit_reached', 'operation_in_progress'],
  perMinute: 100,
  example: {
    body: {
      user_id: 'a1b2c3',
      duration: 'PT2H',
      permission_grant: {
        permission_name: 'Conversation:GetMessage',
        conditions: { conversation_user_id: { type: 'Equals', value: 'd4e5f6' } },
      },
      justification: 'Looks into what went wrong.',
    },
  },
});

const listTemporaryGrants = defineRoute({
  operationId: 'get-temporary-permission-grants',
  method: 'GET',
  path: '/v1/:org/role/temporary_permission_grants/',
  summary: 'Lists the temporary permission grants that the caller may see, expired ones included.',
  access: forCallers({ asks: ['Role:GetTemporaryPermissionGrant'] }),
  request: { query: ListTemporaryGrants },
  answer: { status: 200, content: 'json', schema: TemporaryGrantList },
  errors: [],
  perMinute: 100,
});

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
      permissionGrant: grantToProto(grant),
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
