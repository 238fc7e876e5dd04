import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { Database } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { workspaceNotFound } from '../domain/workspace/workspace-rules.js';
import { queryWorkspace, type ListedWorkspace } from '../projections/workspaces-query.js';

@Injectable()
export class GetWorkspace {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @throws DomainError `permission_denied`, `not_found`. */
  async execute({ caller }: WorkspaceRequestContext): Promise<ListedWorkspace> {
    requireWorkspacePermission(caller, 'Workspace.view');
    const found = await queryWorkspace(this.database, caller.workspaceId);
    if (!found) throw workspaceNotFound();
    return found;
  }
}
