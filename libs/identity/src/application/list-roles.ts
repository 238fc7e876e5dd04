import { Injectable } from '@nestjs/common';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { PrismaClient } from '../projections/gen/client.js';
import { queryRoles, type ListedRole, type RoleFilter } from '../projections/roles-query.js';

@Injectable()
export class ListRoles {
  constructor(private readonly prisma: PrismaClient) {}

  /** The roles that the caller may see (`Role:GetRole`), in the order of their creation. */
  execute(context: RequestContext, filter: RoleFilter): Promise<readonly ListedRole[]> {
    return queryRoles(this.prisma, context.caller.grants, requireOrganization(context), filter);
  }
}
