import { Inject, Injectable } from '@nestjs/common';
import { workspaceTenant } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { userNotFound } from '../domain/user/user.js';
import type { ExistingWorkspace } from '../domain/workspace/workspace.js';
import { workspaceNotFound } from '../domain/workspace/workspace-rules.js';
import { holdUser } from '../projections/membership-queries.js';
import { FoundWorkspace, type NewWorkspace } from './found-workspace.js';
import { KnownOrganizations } from './known-organizations.js';
import type { Operator } from './operator.js';
import { userIdOf } from './user-id.js';
import { Workspaces } from './workspaces.js';

/** A workspace that the operator makes for an organization, with all that it begins with. */
@Injectable()
export class FoundWorkspaceForUser {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly organizations: KnownOrganizations,
    private readonly foundWorkspace: FoundWorkspace,
    private readonly workspaces: Workspaces,
  ) {}

  /**
   * @throws DomainError `organization_not_found`, `not_found` (the user), `slug_conflict`, `limit_reached`,
   * `validation_failed`.
   */
  async execute({ metadata }: Operator, workspace: Omit<NewWorkspace, 'region'>): Promise<ExistingWorkspace> {
    const { orgId } = workspace;
    const ownerUserId = userIdOf(workspace.ownerUserId);
    await this.organizations.byId(orgId);
    return this.database.transaction(async (tx) => {
      if (!(await holdUser(tx, { orgId, userId: ownerUserId }))) throw userNotFound();
      const founded = await this.foundWorkspace.execute(
        { tx, metadata },
        { ...workspace, ownerUserId, region: null },
      );
      const { workspaceId: id } = founded;
      const target = { tenantId: workspaceTenant(id), id, metadata, tx };
      const { state } = await this.workspaces.change(target, () => ({ type: 'ProvisionWorkspace' }));
      if (!state) throw workspaceNotFound();
      return state;
    });
  }
}
