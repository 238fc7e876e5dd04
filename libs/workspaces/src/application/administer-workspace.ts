import { Injectable } from '@nestjs/common';
import { isUuid, workspaceTenant } from '@svc/kernel';
import type { Tx } from '@svc/postgres';
import { userNotFound } from '../domain/user/user.js';
import {
  livingWorkspace,
  type ExistingWorkspace,
  type HandOverWorkspace,
} from '../domain/workspace/workspace.js';
import { workspaceNotFound } from '../domain/workspace/workspace-rules.js';
import { holdUser } from '../projections/membership-queries.js';
import type { WorkspaceChange } from './change-workspace.js';
import type { Operator } from './operator.js';
import { userIdOf } from './user-id.js';
import { Workspaces } from './workspaces.js';

/** What the operator does to a workspace, asking nobody: above all where its owner is gone and nobody else could. */
@Injectable()
export class AdministerWorkspace {
  constructor(private readonly workspaces: Workspaces) {}

  /**
   * @returns the workspace as it is then.
   * @throws DomainError `not_found` (the workspace, or its owner to be), `validation_failed`.
   */
  async execute(
    { metadata }: Operator,
    workspaceId: string,
    change: WorkspaceChange | HandOverWorkspace,
  ): Promise<ExistingWorkspace> {
    if (!isUuid(workspaceId)) throw workspaceNotFound();
    const id = workspaceId.toLowerCase();
    const target = { tenantId: workspaceTenant(id), id, metadata };
    const { state } = await this.workspaces.change(target, (loaded) => {
      const { orgId } = livingWorkspace(loaded.state);
      if (change.type !== 'HandOverWorkspace') return change;
      const ownerUserId = userIdOf(change.ownerUserId);
      return { commands: [change], before: (tx) => requireUser(tx, { orgId, userId: ownerUserId }) };
    });
    if (!state) throw workspaceNotFound();
    return state;
  }
}

/** Nobody deletes them until the transaction has ended. */
async function requireUser(tx: Tx, user: { readonly orgId: string; readonly userId: string }): Promise<void> {
  if (!(await holdUser(tx, user))) throw userNotFound();
}
