import { z } from 'zod';
import { defineRoute } from '../../route/route.js';
import { forAnyone, forCallers } from '../../route/route-access.js';
import { imagesBody } from '../../wire/sizes.js';
import {
  ClusterHeader,
  CreateOrganization,
  Organization,
  UpdateOrganization,
  UserDimensionList,
} from './organization-schemas.js';

export const createOrganization = defineRoute({
  operationId: 'create-organization',
  method: 'PUT',
  path: '/v1/:org/organization/',
  summary:
    'Creates an organization under the id in the path; the caller becomes a member with its highest role.',
  access: forCallers({ requires: ['Organization:CreateOrganization'], organization: 'new' }),
  request: {
    headers: ClusterHeader,
    body: { media: 'json', schema: CreateOrganization, mostBytes: imagesBody },
  },
  answer: { status: 201, content: 'json', schema: z.strictObject({ org_id: z.string() }) },
  errors: ['conflict'],
  perMinute: 5,
  example: { headers: { 'x-store-cluster-name': 'main' }, body: { org_name: 'New' } },
});

export const getOrganization = defineRoute({
  operationId: 'get-organization',
  method: 'GET',
  path: '/v1/:org/organization/',
  summary: 'Shows an organization; with a credential of its own also the details.',
  access: forAnyone({ asks: ['Organization:GetOrganizationDetails'] }),
  request: {},
  answer: { status: 200, content: 'json', schema: Organization },
  errors: ['organization_not_found'],
  perMinute: null,
});

export const updateOrganization = defineRoute({
  operationId: 'modify-organization',
  method: 'POST',
  path: '/v1/:org/organization/',
  summary: 'Changes the user dimensions of an organization, and what new users begin with.',
  access: forCallers({ requires: ['Organization:ModifyOrganization'] }),
  request: { body: { media: 'json', schema: UpdateOrganization, mostBytes: imagesBody } },
  answer: { status: 204, content: 'nothing' },
  errors: ['organization_not_found'],
  perMinute: 10,
  example: { body: { user_dimensions: [{ description: 'How they sleep', tags: ['sleep'] }] } },
});

export const listUserDimensions = defineRoute({
  operationId: 'get-user-dimensions',
  method: 'GET',
  path: '/v1/:org/organization/user_dimensions/',
  summary: 'Lists the directions in which user models of the organization grow.',
  access: forCallers({ requires: ['Organization:GetOrganizationDetails'] }),
  request: {},
  answer: { status: 200, content: 'json', schema: UserDimensionList },
  errors: ['organization_not_found'],
  perMinute: 20,
});
