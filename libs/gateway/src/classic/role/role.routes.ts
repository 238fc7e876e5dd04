import { z } from 'zod';
import { defineRoute } from '../../route/route.js';
import { forCallers } from '../../route/route-access.js';
import { smallBody, textBody } from '../../wire/sizes.js';
import { AssignRole, CreateRole, ListRoles, ModifyRole, Role, RoleId } from './role-schemas.js';

export const listRoles = defineRoute({
  operationId: 'get-roles',
  method: 'GET',
  path: '/v1/:org/role/',
  summary: 'Lists the roles that the caller may see.',
  access: forCallers({ asks: ['Role:GetRole'] }),
  request: { query: ListRoles },
  answer: { status: 200, content: 'json', schema: z.strictObject({ roles: z.array(Role) }) },
  errors: [],
  perMinute: 20,
});

export const createRole = defineRoute({
  operationId: 'create-role',
  method: 'POST',
  path: '/v1/:org/role/',
  summary: 'Creates a role from permission grants.',
  access: forCallers({ requires: ['Role:CreateRole'] }),
  request: { body: { media: 'json', schema: CreateRole, mostBytes: textBody } },
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

export const modifyRole = defineRoute({
  operationId: 'modify-role',
  method: 'POST',
  path: '/v1/:org/role/:role_name',
  summary:
    'Changes a role. With other grants, or another view, it gets a new id, and whoever had it has the new one from then on.',
  access: forCallers({ requires: ['Role:ModifyRole'] }),
  request: { body: { media: 'json', schema: ModifyRole, mostBytes: textBody } },
  answer: { status: 200, content: 'json', schema: RoleId },
  errors: ['not_found', 'invalid_request', 'limit_reached', 'operation_in_progress'],
  perMinute: 10,
  example: { body: { description: 'Reads along.' } },
});

export const assignRole = defineRoute({
  operationId: 'assign-role',
  method: 'POST',
  path: '/v1/:org/role/:role_name/assign',
  summary: 'Gives a user a role; the last super administrator keeps theirs.',
  access: forCallers({ requires: ['User:UpdateUserInfo'] }),
  request: { body: { media: 'json', schema: AssignRole, mostBytes: smallBody } },
  answer: { status: 200, content: 'json', schema: RoleId },
  errors: ['not_found', 'conflict', 'operation_in_progress'],
  perMinute: 1_000,
  example: { body: { user_id: 'a1b2c3' } },
});
