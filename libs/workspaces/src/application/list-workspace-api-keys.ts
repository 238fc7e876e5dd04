import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { RequestedPage } from '@svc/errors';
import type { Database } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import {
  queryWorkspaceApiKeys,
  type ListedWorkspaceApiKey,
} from '../projections/workspace-api-keys-query.js';

export interface WorkspaceApiKeyPage {
  readonly apiKeys: readonly ListedWorkspaceApiKey[];
  readonly hasMore: boolean;
}

@Injectable()
export class ListWorkspaceApiKeys {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Newest first. @throws DomainError `permission_denied`. */
  async execute(
    { caller }: WorkspaceRequestContext,
    { mineOnly, limit, offset }: RequestedPage & { readonly mineOnly: boolean },
  ): Promise<WorkspaceApiKeyPage> {
    requireWorkspacePermission(caller, 'ApiKey.view');
    const { workspaceId } = caller;
    const creator = mineOnly ? caller : null;
    const found = await queryWorkspaceApiKeys(this.database, { workspaceId, creator, limit, offset });
    return { apiKeys: found.slice(0, limit), hasMore: found.length > limit };
  }
}
