import { Controller, Inject } from '@nestjs/common';
import { grantToMessage, parseGrants } from '@svc/auth';
import { AccessCache } from '../../access/access-cache.js';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { fromRole } from './role-mapping.js';
import { assignRole, createRole, listRoles, modifyRole } from './role.routes.js';

@Controller()
export class RoleController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: AccessCache,
  ) {}

  @Serves(listRoles)
  async list({ caller, query }: RouteInput<typeof listRoles>) {
    const { roles } = await this.identity.listRoles({
      caller,
      ids: query.id,
      names: query.name,
      withPermissionGrants: query.return_permission_grants,
    });
    return { roles: roles.map(fromRole) };
  }

  @Serves(createRole)
  async create({ caller, body }: RouteInput<typeof createRole>) {
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

  @Serves(modifyRole)
  async modify({ caller, params, body }: RouteInput<typeof modifyRole>) {
    const grants =
      body.permission_grants && parseGrants(body.permission_grants, ['body', 'permission_grants']);
    const { roleId } = await this.identity.modifyRole({
      caller,
      roleName: params.role_name,
      description: body.description ?? undefined,
      frontendView: body.frontend_view ?? undefined,
      permissionGrants: grants ? { items: grants.map(grantToMessage) } : undefined,
    });
    this.accesses.forget(params.org);
    return { role_id: roleId };
  }

  @Serves(assignRole)
  async assign({ caller, params, body }: RouteInput<typeof assignRole>) {
    const request = { roleName: params.role_name, userId: body.user_id };
    const { roleId } = await this.identity.assignRole({ ...request, caller });
    this.accesses.forget(params.org);
    return { role_id: roleId };
  }
}
