import { Inject, Injectable } from '@nestjs/common';
import type { RequestedPage } from '@svc/errors';
import type { Database } from '@svc/postgres';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { queryWorkspaceOwners } from '../projections/workspace-access-query.js';
import { queryWorkspacesOf, type ListedWorkspace } from '../projections/workspaces-query.js';
import { OrganizationDirectory } from './organization-directory.js';

export interface WorkspacePage {
  readonly workspaces: readonly ListedWorkspace[];
  readonly hasMore: boolean;
}

@Injectable()
export class ListOwnWorkspaces {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly directory: OrganizationDirectory,
  ) {}

  /** The workspaces that the user may administer, newest first. */
  async execute(context: RequestContext, { limit, offset }: RequestedPage): Promise<WorkspacePage> {
    const orgId = requireOrganization(context);
    const { userId } = context.caller;
    const owners = await queryWorkspaceOwners(this.database, orgId);
    const ownerUserIds = await this.directory.administeredOwners({ orgId, userId }, owners);
    const found = await queryWorkspacesOf(this.database, { orgId, ownerUserIds, limit, offset });
    return { workspaces: found.slice(0, limit), hasMore: found.length > limit };
  }
}
