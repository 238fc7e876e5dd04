import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { grantToMessage, parseGrants } from '@svc/auth';
import type { Caller } from '@svc/contracts/common';
import type { z } from 'zod';
import { AccessCache } from '../../access/access-cache.js';
import { CurrentCaller } from '../../access/current-caller.js';
import { ForCallers } from '../../access/route-access.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { AssignRole, CreateRole, fromRole, ListRoles } from './role-schemas.js';

@Controller('v1/:org/role')
export class RoleController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: AccessCache,
  ) {}

  @Get()
  @ForCallers({ asks: ['Role:GetRole'] })
  async list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: ListRoles }) query: z.output<typeof ListRoles>,
  ) {
    const { roles } = await this.identity.listRoles({
      caller,
      ids: query.id,
      names: query.name,
      withPermissionGrants: query.return_permission_grants,
    });
    return { roles: roles.map(fromRole) };
  }

  @Post()
  @ForCallers({ requires: ['Role:CreateRole'] })
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: CreateRole }) body: z.output<typeof CreateRole>,
  ) {
    const grants = parseGrants(body.permission_grants, ['body', 'permission_grants']);
    const { roleId } = await this.identity.createRole({
      caller,
      roleName: body.role_name,
      description: body.description,
      frontendView: body.frontend_view,
      permissionGrants: grants.map(grantToMessage),
    });
    return { role_id: roleId };
  }

  @Post(':role_name/assign')
  @HttpCode(200)
  @ForCallers({ requires: ['User:UpdateUserInfo'] })
  async assign(
    @CurrentCaller() caller: Caller,
    @Param('role_name') roleName: string,
    @Body({ schema: AssignRole }) body: z.output<typeof AssignRole>,
  ) {
    const { roleId } = await this.identity.assignRole({ caller, roleName, userId: body.user_id });
    this.accesses.forget(caller.orgId);
    return { role_id: roleId };
  }
}
