import { defineRoute } from '../../route/route.js';
import { forCallers } from '../../route/route-access.js';
import { textBody } from '../../wire/sizes.js';
import {
  CreatedTemporaryGrant,
  CreateTemporaryGrant,
  ListTemporaryGrants,
  TemporaryGrantList,
} from './temporary-grant-schemas.js';

export const createTemporaryGrant = defineRoute({
  operationId: 'create-temporary-permission-grant',
  method: 'POST',
  path: '/v1/:org/role/temporary_permission_grant/',
  summary: 'Gives a user a permission beside their role, for a minute to three days.',
  access: forCallers({ requires: ['Role:CreateTemporaryPermissionGrant'] }),
  request: { body: { media: 'json', schema: CreateTemporaryGrant, mostBytes: textBody } },
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

export const listTemporaryGrants = defineRoute({
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
