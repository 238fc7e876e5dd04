import { Inject, Injectable } from '@nestjs/common';
import type { RequestedPage } from '@svc/errors';
import type { Database } from '@svc/postgres';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { queryOwnWorkspaces, type ListedWorkspace } from '../projections/workspaces-query.js';

export interface WorkspacePage {
  readonly workspaces: readonly ListedWorkspace[];
  readonly hasMore: boolean;
}

@Injectable()
export class ListOwnWorkspaces {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** The user's own workspaces, newest first. */
  async execute(context: RequestContext, { limit, offset }: RequestedPage): Promise<WorkspacePage> {
    const owner = { orgId: requireOrganization(context), ownerUserId: context.caller.userId };
    const found = await queryOwnWorkspaces(this.database, { ...owner, limit, offset });
    return { workspaces: found.slice(0, limit), hasMore: found.length > limit };
  }
}
