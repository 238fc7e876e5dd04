import { Injectable } from '@nestjs/common';
import { requireWorkspacePermission, type WorkspacePermission } from '@svc/auth';
import type { WorkspaceRequestContext } from '@svc/rpc';
import {
  livingWorkspace,
  type CreateWorkspace,
  type ExistingWorkspace,
  type HandOverWorkspace,
  type WorkspaceCommand,
} from '../domain/workspace/workspace.js';
import { workspaceNotFound } from '../domain/workspace/workspace-rules.js';
import { Workspaces } from './workspaces.js';

export type WorkspaceChange = Exclude<WorkspaceCommand, CreateWorkspace | HandOverWorkspace>;

const needed = {
  UpdateWorkspace: 'Workspace.update',
  ProvisionWorkspace: 'Workspace.update',
  SetTestCallerNumbers: 'Workspace.update',
  SetTestCredentialIds: 'Workspace.update',
  ArchiveWorkspace: 'Workspace.archive',
} as const satisfies Readonly<Record<WorkspaceChange['type'], WorkspacePermission>>;

/** All changes of an existing workspace. */
@Injectable()
export class ChangeWorkspace {
  constructor(private readonly workspaces: Workspaces) {}

  /**
   * @returns the changed workspace.
   * @throws DomainError `permission_denied`, `not_found`, `validation_failed`.
   */
  async execute(
    { caller, tenantId, metadata }: WorkspaceRequestContext,
    change: WorkspaceChange,
  ): Promise<ExistingWorkspace> {
    requireWorkspacePermission(caller, needed[change.type]);
    const { workspaceId: id } = caller;
    const { state } = await this.workspaces.change({ tenantId, id, metadata }, (loaded) => {
      livingWorkspace(loaded.state);
      return change;
    });
    if (!state) throw workspaceNotFound();
    return state;
  }
}
