import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@svc/postgres';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { queryLastUses } from '@svc/workspaces';
import type { ApiKeyModel } from '../projections/gen/models/ApiKey.js';
import { queryApiKeys } from '../projections/api-keys-query.js';
import { PrismaClient } from '../projections/gen/client.js';

export interface ListedApiKey extends ApiKeyModel {
  /** The last sign-in, or request with a token from one, to the minute; null: never. */
  readonly lastUsedAtMs: number | null;
}

@Injectable()
export class ListApiKeys {
  constructor(
    private readonly prisma: PrismaClient,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** The keys that the caller may see (`Organization:GetAPIKey`), in the order of their creation. */
  async execute(context: RequestContext): Promise<readonly ListedApiKey[]> {
    const keys = await queryApiKeys(this.prisma, context.caller.grants, requireOrganization(context));
    const lastUses = await queryLastUses(
      this.database,
      keys.map(({ apiKeyId }) => apiKeyId),
    );
    return keys.map((key) => ({ ...key, lastUsedAtMs: lastUses.get(key.apiKeyId) ?? null }));
  }
}
