import { UseGuards } from '@nestjs/common';
import {
  AdministeredWorkspace as AdministeredProto,
  type AdministerWorkspaceRequest,
  type AdministerWorkspaceResponse,
  type FoundWorkspaceRequest,
  type FoundWorkspaceResponse,
  type IssueWorkspaceApiKeyRequest,
  type IssueWorkspaceApiKeyResponse,
  type ListWorkspacesRequest,
  type ListWorkspacesResponse,
} from '@svc/contracts/identity';
import { DomainError, FieldChecks, pageOf } from '@svc/errors';
import { toProto, workspaceTenant } from '@svc/kernel';
import { installerOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { InstallersGuard } from '@svc/service-host';
import { AdministerWorkspace } from '../application/administer-workspace.js';
import type { WorkspaceChange } from '../application/change-workspace.js';
import { SetUpWorkspaceForUser } from '../application/set-up-workspace-for-user.js';
import { IssueWorkspaceApiKey } from '../application/issue-workspace-api-key.js';
import { ListWorkspaces } from '../application/list-workspaces.js';
import type { HandOverWorkspace } from '../domain/workspace/workspace.js';
import type { AdministeredWorkspace } from '../projections/administered-workspaces-query.js';
import { issuedWorkspaceKey } from './issued-workspace-key.js';
import { workspaceMessage } from './workspace-mapping.js';
import { workspaceAdminMethods } from './workspace-methods.js';

const pageLimits = { minimum: 1, maximum: 500 };

/** What the installer can do with workspaces. */
@RpcController(workspaceAdminMethods)
@UseGuards(InstallersGuard)
export class WorkspaceAdminController {
  constructor(
    private readonly list: ListWorkspaces,
    private readonly found: SetUpWorkspaceForUser,
    private readonly administer: AdministerWorkspace,
    private readonly issue: IssueWorkspaceApiKey,
  ) {}

  async listWorkspaces({ orgId, page }: ListWorkspacesRequest): Promise<ListWorkspacesResponse> {
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(page, pageLimits, checks);
    checks.verify();
    const { workspaces, hasMore } = await this.list.execute(orgId ?? null, { limit, offset });
    return {
      workspaces: workspaces.map(administeredMessage),
      page: { hasMore, nextOffset: hasMore ? offset + limit : undefined },
    };
  }

  async setUpWorkspace(workspace: FoundWorkspaceRequest, call: RpcCall): Promise<FoundWorkspaceResponse> {
    return { workspace: workspaceMessage(await this.found.execute(installerOf(call), workspace)) };
  }

  async administerWorkspace(
    { workspaceId, change }: AdministerWorkspaceRequest,
    call: RpcCall,
  ): Promise<AdministerWorkspaceResponse> {
    const changed = await this.administer.execute(installerOf(call), workspaceId, toChange(change));
    return { workspace: workspaceMessage(changed) };
  }

  async issueWorkspaceApiKey(
    { workspaceId, name, role, durationDays }: IssueWorkspaceApiKeyRequest,
    call: RpcCall,
  ): Promise<IssueWorkspaceApiKeyResponse> {
    const target = { tenantId: workspaceTenant(workspaceId.toLowerCase()), ...installerOf(call) };
    const nobody = { creatorUserId: null, creatorCredentialId: null, responsibleUserIds: [] };
    const key = { name: name ?? null, role, permissions: [], durationDays, ...nobody };
    return { apiKey: issuedWorkspaceKey(await this.issue.execute(target, key)) };
  }
}

function administeredMessage(workspace: AdministeredWorkspace): AdministeredProto {
  return toProto(AdministeredProto, { ...workspace, workspace });
}

function toChange(change: AdministerWorkspaceRequest['change']): WorkspaceChange | HandOverWorkspace {
  switch (change?.$case) {
    case 'platformAuthoring': {
      const others = { name: null, environment: null, connectorType: null };
      return { type: 'UpdateWorkspace', ...others, platformAuthoring: change.value };
    }
    case 'ownerUserId':
      return { type: 'HandOverWorkspace', ownerUserId: change.value };
    case 'archivedSlug':
      return { type: 'ArchiveWorkspace', slug: change.value };
    case 'provisioned':
      return { type: 'ProvisionWorkspace' };
    case undefined:
      throw new DomainError('invalid_request', 'The request holds no change.');
  }
}
