import { Injectable } from '@nestjs/common';
import { permissionDenied, requirePermission } from '@svc/auth';
import { FieldChecks } from '@svc/errors';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import type { ExistingWorkspace } from '../domain/workspace/workspace.js';
import { OrganizationDirectory } from './organization-directory.js';
import { SetUpWorkspace, type NewWorkspace } from './set-up-workspace.js';

export interface WorkspaceRequest extends Omit<NewWorkspace, 'orgId' | 'ownerUserId'> {
  /** Null, or the caller's own organization; no other is allowed. */
  readonly orgId: string | null;
}

@Injectable()
export class CreateWorkspace {
  constructor(
    private readonly setUpWorkspace: SetUpWorkspace,
    private readonly directory: OrganizationDirectory,
  ) {}

  /**
   * The caller, who may modify the organization by their role, becomes the owner. A temporary grant is not enough: the
   * workspace would stay.
   * @throws DomainError `permission_denied`, `slug_conflict`, `limit_reached`, `validation_failed`.
   */
  async execute(context: RequestContext, request: WorkspaceRequest): Promise<ExistingWorkspace> {
    const { caller, metadata } = context;
    const orgId = requireOrganization(context);
    requirePermission(caller.grants, 'Organization:ModifyOrganization', { org_id: orgId });
    const may = await this.directory.administrators(orgId, caller.userId, [caller.userId]);
    if (may.get(caller.userId) !== true) throw permissionDenied('Organization:ModifyOrganization');
    if (request.orgId !== null && request.orgId !== orgId) {
      const rule = 'must be the organization of the token, or left out';
      new FieldChecks().refuse(['body', 'backend_org_id'], rule, 'value_error').verify();
    }
    return this.setUpWorkspace.execute({ metadata }, { ...request, orgId, ownerUserId: caller.userId });
  }
}
