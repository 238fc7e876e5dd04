import { Controller, Inject } from '@nestjs/common';
import { AccessCache } from '../../access/access-cache.js';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import {
  fromOrganization,
  fromUserDimensions,
  toCreateOrganization,
  toUpdateOrganization,
} from './organization-mapping.js';
import {
  createOrganization,
  getOrganization,
  listUserDimensions,
  updateOrganization,
} from './organization.routes.js';

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
    // Somebody may be asking for it since before it was there.
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
