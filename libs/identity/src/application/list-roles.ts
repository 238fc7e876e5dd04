import { Injectable } from '@nestjs/common';
import { type Requester, requireOrganization } from '@svc/rpc';
import { PrismaClient } from '../projections/gen/client.js';
import { queryRoles, type ListedRole, type RoleFilter } from '../projections/roles-query.js';

@Injectable()
export class ListRoles {
  constructor(private readonly prisma: PrismaClient) {}

  /** The roles that the caller may see (`Role:GetRole`), in the order of their creation. */
  execute(requester: Requester, filter: RoleFilter): Promise<readonly ListedRole[]> {
    return queryRoles(this.prisma, requester.caller.grants, requireOrganization(requester), filter);
  }
}
