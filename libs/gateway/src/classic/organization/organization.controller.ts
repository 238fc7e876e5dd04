import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { AccessCache } from '../../access/access-cache.js';
import { defineRoute, forAnyone, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { imagesBody } from '../../wire/sizes.js';
import {
  fromOrganization,
  fromUserDimensions,
  toCreateOrganization,
  toUpdateOrganization,
} from './organization-mapping.js';
import {
  ClusterHeader,
  CreateOrganization,
  Organization,
  UpdateOrganization,
  UserDimensionList,
} from './organization-schemas.js';

const createOrganization = defineRoute({
  operationId: 'create-organization',
  method: 'PUT',
  path: '/v1/:org/organization/',
  summary:
    'Creates an organization under the id in the path; the caller becomes a member with its highest role.',
  access: forCallers({ requires: ['Organization:CreateOrganization'], organization: 'new' }),
  request: {
    headers: ClusterHeader,
    body: { media: 'json', schema: CreateOrganization, maxBytes: imagesBody },
  },
  answer: {
    status: 201,
    content: 'json',
    schema: named('CreatedOrganization', z.strictObject({ org_id: z.string() })),
  },
  errors: ['conflict'],
  perMinute: 5,
  example: { headers: { 'x-store-cluster-name': 'main' }, body: { org_name: 'New' } },
});

const getOrganization = defineRoute({
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

const updateOrganization = defineRoute({
  operationId: 'modify-organization',
  method: 'POST',
  path: '/v1/:org/organization/',
  summary:
    'Changes the user dimensions of an organization, and what new users begin with; images are taken and not kept.',
  access: forCallers({ requires: ['Organization:ModifyOrganization'] }),
  request: { body: { media: 'json', schema: UpdateOrganization, maxBytes: imagesBody } },
  answer: { status: 204, content: 'nothing' },
  errors: ['organization_not_found'],
  perMinute: 10,
  example: { body: { user_dimensions: [{ description: 'How they sleep', tags: ['sleep'] }] } },
});

const listUserDimensions = defineRoute({
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

@Controller()
export class OrganizationController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: AccessCache,
  ) {}

  @Serves(createOrganization)
  async create({ caller, params, body }: RouteInput<typeof createOrganization>) {
    const request = toCreateOrganization(params.org, body);
    const { orgId } = await this.identity.createOrganization({ ...request, caller });
    // Somebody may have asked for it before it existed.
    this.accesses.forget(orgId);
    return { org_id: orgId };
  }

  @Serves(getOrganization)
  async get({ caller, params }: RouteInput<typeof getOrganization>) {
    return fromOrganization(await this.identity.getOrganization({ orgId: params.org, caller }));
  }

  @Serves(updateOrganization)
  async update({ caller, body }: RouteInput<typeof updateOrganization>) {
    await this.identity.updateOrganization({ ...toUpdateOrganization(body), caller });
  }

  @Serves(listUserDimensions)
  async userDimensions({ caller }: RouteInput<typeof listUserDimensions>) {
    return fromUserDimensions(await this.identity.listUserDimensions({ caller }));
  }
}
