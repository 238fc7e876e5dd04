import { z } from 'zod';
import { defineRoute } from '../../route/route.js';
import { forAnyone, forCallers } from '../../route/route-access.js';
import { imagesBody } from '../../wire/sizes.js';
import { ClusterHeader, CreateOrganization, Organization } from './organization-schemas.js';

export const createOrganization = defineRoute({
  method: 'PUT',
  path: '/v1/:org/organization',
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
  method: 'GET',
  path: '/v1/:org/organization',
  summary: 'Shows an organization; with a credential of its own also the details.',
  access: forAnyone({ asks: ['Organization:GetOrganizationDetails'] }),
  request: {},
  answer: { status: 200, content: 'json', schema: Organization },
  errors: ['organization_not_found'],
  perMinute: null,
});
