import { Controller, Inject } from '@nestjs/common';
import { grantToProto, parseGrants } from '@svc/auth';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { AccessCache } from '../../access/access-cache.js';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { smallBody, textBody } from '../../wire/sizes.js';
import { fromRole } from './role-mapping.js';
import { AssignRole, CreateRole, ListRoles, ModifyRole, Role, RoleId } from './role-schemas.js';

const listRoles = defineRoute({
  operationId: 'get-roles',
  method: 'GET',
  path: '/v1/:org/role/',
  summary: 'Lists the roles that the caller may see.',
  access: forCallers({ asks: ['Role:GetRole'] }),
  request: { query: ListRoles },
  answer: {
    status: 200,
    content: 'json',
    schema: named('RoleList', z.strictObject({ roles: z.array(Role) })),
  },
  errors: [],
  perMinute: 20,
});

const createRole = defineRoute({
  operationId: 'create-role',
  method: 'POST',
  path: '/v1/:org/role/',
  summary: 'Creates a role from permission grants.',
  access: forCallers({ requires: ['Role:CreateRole'] }),
  request: { body: { media: 'json', schema: CreateRole, maxBytes: textBody } },
  answer: { status: 201, content: 'json', schema: RoleId },
  errors: ['conflict', 'limit_reached', 'operation_in_progress'],
  perMinute: 20,
  example: {
    body: {
      role_name: 'Reader',
      description: 'Reads along.',
      permission_grants: [],
      frontend_view: 'client',
    },
  },
});

const modifyRole = defineRoute({
  operationId: 'modify-role',
  method: 'POST',
  path: '/v1/:org/role/:role_name',
  summary:
    'Changes a role. With other grants, or another view, it gets a new id, and its users and keys have the new one from then on.',
  access: forCallers({ requires: ['Role:ModifyRole'] }),
  request: { body: { media: 'json', schema: ModifyRole, maxBytes: textBody } },
  answer: { status: 200, content: 'json', schema: RoleId },
  errors: ['not_found', 'invalid_request', 'limit_reached', 'operation_in_progress'],
  perMinute: 10,
  example: { body: { description: 'Reads along.' } },
});

const assignRole = defineRoute({
  operationId: 'assign-role',
  method: 'POST',
  path: '/v1/:org/role/:role_name/assign',
  summary: 'Gives a user a role; the last super administrator keeps theirs.',
  access: forCallers({ requires: ['User:UpdateUserInfo'] }),
  request: { body: { media: 'json', schema: AssignRole, maxBytes: smallBody } },
  answer: { status: 200, content: 'json', schema: RoleId },
  errors: ['not_found', 'conflict', 'operation_in_progress'],
  perMinute: 1_000,
  example: { body: { user_id: 'a1b2c3' } },
});

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
      permissionGrants: grants.map(grantToProto),
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
      permissionGrants: grants ? { items: grants.map(grantToProto) } : undefined,
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
