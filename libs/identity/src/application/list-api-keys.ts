import { Injectable } from '@nestjs/common';
import type { Requester } from '@svc/rpc';
import type { ApiKeyModel } from '../projections/gen/models/ApiKey.js';
import { queryApiKeys } from '../projections/api-keys-query.js';
import { PrismaClient } from '../projections/gen/client.js';
import { requireOrganization } from './require-organization.js';

@Injectable()
export class ListApiKeys {
  constructor(private readonly prisma: PrismaClient) {}

  /** The keys that the caller may see (`Organization:GetAPIKey`), in the order of their creation. */
  execute(requester: Requester): Promise<readonly ApiKeyModel[]> {
    return queryApiKeys(this.prisma, requester.caller.grants, requireOrganization(requester));
  }
}
