import { Body, Controller, Get, Headers, Inject, Param, Put } from '@nestjs/common';
import { HttpCode } from '@nestjs/common';
import type { Caller } from '@svc/contracts/common';
import { validate } from '@svc/http';
import { z } from 'zod';
import { CurrentCaller, MaybeCaller } from '../../access/current-caller.js';
import { ForAnyone, ForCallers } from '../../access/route-access.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { str1 } from '../../wire/text.js';
import { CreateOrganization, fromOrganization, toCreateOrganization } from './organization-schemas.js';

/** The cluster is named by the operator's set-up; here it only has to be there (interface-spec.md, "Dedicated clusters"). */
const ClusterHeader = z.object({ 'x-store-cluster-name': str1 });

@Controller('v1/:org/organization')
export class OrganizationController {
  constructor(@Inject(IDENTITY) private readonly identity: IdentityClient) {}

  @Put()
  @HttpCode(201)
  @ForCallers({ organization: 'new', requires: ['Organization:CreateOrganization'] })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('org') orgId: string,
    @Headers() headers: Readonly<Record<string, unknown>>,
    @Body({ schema: CreateOrganization }) body: z.output<typeof CreateOrganization>,
  ) {
    validate(ClusterHeader, headers, ['header']);
    const created = await this.identity.createOrganization({ ...toCreateOrganization(orgId, body), caller });
    return { org_id: created.orgId };
  }

  @Get()
  @ForAnyone({ asks: ['Organization:GetOrganizationDetails'] })
  async get(@MaybeCaller() caller: Caller | undefined, @Param('org') orgId: string) {
    return fromOrganization(await this.identity.getOrganization({ orgId, caller }));
  }
}
