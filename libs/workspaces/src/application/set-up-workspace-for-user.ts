import { Inject, Injectable } from '@nestjs/common';
import { workspaceTenant } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { Installer } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import type { ExistingWorkspace } from '../domain/workspace/workspace.js';
import { workspaceNotFound } from '../domain/workspace/workspace-rules.js';
import { SetUpWorkspace, type NewWorkspace } from './set-up-workspace.js';
import { OrganizationDirectory } from './organization-directory.js';
import { Workspaces } from './workspaces.js';

/** Creates a workspace with its initial content for an organization, for the installer. */
@Injectable()
export class SetUpWorkspaceForUser {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly directory: OrganizationDirectory,
    private readonly setUpWorkspace: SetUpWorkspace,
    private readonly workspaces: Workspaces,
  ) {}

  /**
   * @throws DomainError `organization_not_found`, `not_found` and `permission_denied` (the owner), `slug_conflict`, `limit_reached`,
   * `validation_failed`.
   */
  async execute(
    { metadata }: Installer,
    workspace: Omit<NewWorkspace, 'region'>,
  ): Promise<ExistingWorkspace> {
    const { orgId, ownerUserId } = workspace;
    await this.directory.requireOrganization(orgId);
    return this.database.transaction(async (tx) => {
      await this.directory.requireOwner(tx, { orgId, userId: ownerUserId });
      const created = await this.setUpWorkspace.execute({ tx, metadata }, { ...workspace, region: null });
      const { workspaceId: id } = created;
      const target = { tenantId: workspaceTenant(id), id, metadata, tx };
      const { state } = await this.workspaces.change(target, () => ({ type: 'ProvisionWorkspace' }));
      if (!state) throw workspaceNotFound();
      return state;
    });
  }
}
