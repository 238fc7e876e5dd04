import { grantToProto } from '@svc/auth';
import {
  type CreateTemporaryPermissionGrantRequest,
  type CreateTemporaryPermissionGrantResponse,
  type ListTemporaryPermissionGrantsRequest,
  type ListTemporaryPermissionGrantsResponse,
  TemporaryPermissionGrant,
} from '@svc/contracts/identity';
import { FieldChecks, pageOf, sortKeysOf } from '@svc/errors';
import { toProto } from '@svc/kernel';
import { tagFilterOf } from '@svc/postgres';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { tagsFromProtos } from '../adapters/grant-tags.js';
import { requireGrant } from '../adapters/required-grants.js';
import { CreateTemporaryGrant } from '../application/create-temporary-grant.js';
import { ListTemporaryGrants } from '../application/list-temporary-grants.js';
import type { TemporaryGrantRow } from '../projections/temporary-grant-table.js';
import { temporaryGrantSortFields } from '../projections/temporary-grants-query.js';
import { temporaryGrantMethods } from './identity-methods.js';

const pageLimits = { minimum: 0, maximum: 10 };

@RpcController(temporaryGrantMethods)
export class TemporaryGrantController {
  constructor(
    private readonly create: CreateTemporaryGrant,
    private readonly list: ListTemporaryGrants,
  ) {}

  createTemporaryPermissionGrant(
    { caller, ...request }: CreateTemporaryPermissionGrantRequest,
    call: RpcCall,
  ): Promise<CreateTemporaryPermissionGrantResponse> {
    return this.create.execute(requestContextOf(caller, call), {
      ...request,
      permissionGrant: requireGrant(request.permissionGrant, ['body', 'permission_grant']),
      tags: tagsFromProtos(request.tags),
    });
  }

  async listTemporaryPermissionGrants(
    { caller, page, sortBy, ...filter }: ListTemporaryPermissionGrantsRequest,
    call: RpcCall,
  ): Promise<ListTemporaryPermissionGrantsResponse> {
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(page, pageLimits, checks);
    const order = sortKeysOf(sortBy, temporaryGrantSortFields, checks);
    const tags = filter.tags.map(tagFilterOf);
    for (const text of tags.flatMap(({ key, value }) => [key, value ?? '']))
      checks.storable(['query', 'tag'], text);
    checks.verify();
    const { grants, hasMore } = await this.list.execute(requestContextOf(caller, call), {
      ...filter,
      permissionName: filter.permissionName ?? null,
      isExpired: filter.isExpired ?? null,
      tags,
      sortBy: order,
      limit,
      offset,
    });
    return {
      grants: grants.map(grantMessage),
      page: { hasMore, nextOffset: hasMore ? offset + limit : undefined },
    };
  }
}

function grantMessage({ permissionGrant, tags, ...grant }: TemporaryGrantRow): TemporaryPermissionGrant {
  return toProto(TemporaryPermissionGrant, {
    ...grant,
    permissionGrant: grantToProto(permissionGrant),
    tags: Object.entries(tags).map(([key, value]) => ({ key, value })),
  });
}
