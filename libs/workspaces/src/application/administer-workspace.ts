import { Injectable } from '@nestjs/common';
import { isUuid, workspaceTenant } from '@svc/kernel';
import type { Installer } from '@svc/rpc';
import {
  livingWorkspace,
  type ExistingWorkspace,
  type HandOverWorkspace,
} from '../domain/workspace/workspace.js';
import { workspaceNotFound } from '../domain/workspace/workspace-rules.js';
import type { WorkspaceChange } from './change-workspace.js';
import { OrganizationDirectory } from './organization-directory.js';
import { Workspaces } from './workspaces.js';

/**
 * Changes of a workspace by the installer, without a permission check: for workspaces without an owner above all.
 */
@Injectable()
export class AdministerWorkspace {
  constructor(
    private readonly workspaces: Workspaces,
    private readonly directory: OrganizationDirectory,
  ) {}

  /**
   * @returns the changed workspace.
   * @throws DomainError `not_found` (the workspace, or its new owner), `permission_denied` (the owner), `validation_failed`.
   */
  async execute(
    { metadata }: Installer,
    workspaceId: string,
    change: WorkspaceChange | HandOverWorkspace,
  ): Promise<ExistingWorkspace> {
    if (!isUuid(workspaceId)) throw workspaceNotFound();
    const id = workspaceId.toLowerCase();
    const target = { tenantId: workspaceTenant(id), id, metadata };
    const { state } = await this.workspaces.change(target, (loaded) => {
      const { orgId } = livingWorkspace(loaded.state);
      if (change.type !== 'HandOverWorkspace') return change;
      const owner = { orgId, userId: change.ownerUserId };
      return { commands: [change], before: (tx) => this.directory.requireOwner(tx, owner) };
    });
    if (!state) throw workspaceNotFound();
    return state;
  }
}
