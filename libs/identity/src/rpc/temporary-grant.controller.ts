import { grantToProto } from '@svc/auth';
import type {
  CreateTemporaryPermissionGrantRequest,
  CreateTemporaryPermissionGrantResponse,
  ListTemporaryPermissionGrantsRequest,
  ListTemporaryPermissionGrantsResponse,
  TemporaryPermissionGrant,
} from '@svc/contracts/identity';
import { FieldChecks, pageOf, sortKeysOf } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { tagFilterOf } from '@svc/postgres';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { tagsFromProtos, tagsToProtos } from '../adapters/grant-tags.js';
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
      grants: grants.map(toProto),
      page: { hasMore, nextOffset: hasMore ? offset + limit : undefined },
    };
  }
}

function toProto({
  homeOrgId: _home,
  permissionName: _name,
  permissionGrant,
  tags,
  ...grant
}: TemporaryGrantRow): Complete<TemporaryPermissionGrant> {
  return { ...grant, permissionGrant: grantToProto(permissionGrant), tags: tagsToProtos(tags) };
}
