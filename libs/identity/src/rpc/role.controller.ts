import { grantToProto } from '@svc/auth';
import {
  type AssignRoleRequest,
  type AssignRoleResponse,
  type CreateRoleRequest,
  type CreateRoleResponse,
  type ListRolesRequest,
  type ListRolesResponse,
  type ModifyRoleRequest,
  type ModifyRoleResponse,
  Role,
} from '@svc/contracts/identity';
import { toProto } from '@svc/kernel';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { frontendViewFromProto, frontendViewToProto } from '../adapters/frontend-view.js';
import { requireGrants } from '../adapters/required-grants.js';
import { AssignRole } from '../application/assign-role.js';
import { CreateRole } from '../application/create-role.js';
import { ListRoles } from '../application/list-roles.js';
import { ModifyRole } from '../application/modify-role.js';
import type { ListedRole } from '../projections/roles-query.js';
import { roleMethods } from './identity-methods.js';

const grantsAt = ['body', 'permission_grants'];

@RpcController(roleMethods)
export class RoleController {
  constructor(
    private readonly list: ListRoles,
    private readonly create: CreateRole,
    private readonly modify: ModifyRole,
    private readonly assign: AssignRole,
  ) {}

  async listRoles({ caller, ...filter }: ListRolesRequest, call: RpcCall): Promise<ListRolesResponse> {
    return { roles: (await this.list.execute(requestContextOf(caller, call), filter)).map(roleMessage) };
  }

  async createRole({ caller, ...request }: CreateRoleRequest, call: RpcCall): Promise<CreateRoleResponse> {
    const role = {
      ...request,
      frontendView: frontendViewFromProto(request.frontendView),
      permissionGrants: requireGrants(request.permissionGrants, grantsAt),
    };
    return { roleId: await this.create.execute(requestContextOf(caller, call), role) };
  }

  async modifyRole({ caller, ...request }: ModifyRoleRequest, call: RpcCall): Promise<ModifyRoleResponse> {
    const { roleName, description, frontendView, permissionGrants } = request;
    const change = {
      roleName,
      description: description ?? null,
      frontendView: frontendView === undefined ? null : frontendViewFromProto(frontendView),
      permissionGrants: permissionGrants ? requireGrants(permissionGrants.items, grantsAt) : null,
    };
    return { roleId: await this.modify.execute(requestContextOf(caller, call), change) };
  }

  async assignRole({ caller, ...request }: AssignRoleRequest, call: RpcCall): Promise<AssignRoleResponse> {
    return { roleId: await this.assign.execute(requestContextOf(caller, call), request) };
  }
}

function roleMessage({
  roleId: id,
  roleName: name,
  frontendView,
  permissionGrants,
  ...role
}: ListedRole): Role {
  return toProto(Role, {
    ...role,
    id,
    name,
    frontendView: frontendViewToProto(frontendView),
    permissionGrants: permissionGrants.map(grantToProto),
  });
}
