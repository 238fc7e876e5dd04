import { UseGuards } from '@nestjs/common';
import type {
  AdministeredWorkspace as AdministeredMessage,
  AdministerWorkspaceRequest,
  AdministerWorkspaceResponse,
  FoundWorkspaceRequest,
  FoundWorkspaceResponse,
  IssueWorkspaceApiKeyRequest,
  IssueWorkspaceApiKeyResponse,
  ListWorkspacesRequest,
  ListWorkspacesResponse,
} from '@svc/contracts/identity';
import { DomainError, FieldChecks, pageOf } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { workspaceTenant } from '@svc/kernel';
import { operatorOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { OperatorsGuard } from '@svc/service-host';
import { AdministerWorkspace } from '../application/administer-workspace.js';
import type { WorkspaceChange } from '../application/change-workspace.js';
import { FoundWorkspaceForUser } from '../application/found-workspace-for-user.js';
import { IssueWorkspaceApiKey } from '../application/issue-workspace-api-key.js';
import { ListWorkspaces } from '../application/list-workspaces.js';
import type { HandOverWorkspace } from '../domain/workspace/workspace.js';
import type { AdministeredWorkspace } from '../projections/administered-workspaces-query.js';
import { issuedWorkspaceKey } from './issued-workspace-key.js';
import { workspaceMessage } from './workspace-message.js';
import { workspaceAdminMethods } from './workspace-methods.js';

const pageLimits = { minimum: 1, maximum: 500 };

/** What the operator of the installation does about workspaces. */
@RpcController(workspaceAdminMethods)
@UseGuards(OperatorsGuard)
export class WorkspaceAdminController {
  constructor(
    private readonly list: ListWorkspaces,
    private readonly found: FoundWorkspaceForUser,
    private readonly administer: AdministerWorkspace,
    private readonly issue: IssueWorkspaceApiKey,
  ) {}

  async listWorkspaces({ orgId, page }: ListWorkspacesRequest): Promise<ListWorkspacesResponse> {
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(page, pageLimits, checks);
    checks.verify();
    const { workspaces, hasMore } = await this.list.execute(orgId ?? null, { limit, offset });
    return {
      workspaces: workspaces.map(toMessage),
      page: { hasMore, nextOffset: hasMore ? offset + limit : undefined },
    };
  }

  async foundWorkspace(workspace: FoundWorkspaceRequest, call: RpcCall): Promise<FoundWorkspaceResponse> {
    return { workspace: workspaceMessage(await this.found.execute(operatorOf(call), workspace)) };
  }

  async administerWorkspace(
    { workspaceId, change }: AdministerWorkspaceRequest,
    call: RpcCall,
  ): Promise<AdministerWorkspaceResponse> {
    const changed = await this.administer.execute(operatorOf(call), workspaceId, toChange(change));
    return { workspace: workspaceMessage(changed) };
  }

  async issueWorkspaceApiKey(
    { workspaceId, name, role, durationDays }: IssueWorkspaceApiKeyRequest,
    call: RpcCall,
  ): Promise<IssueWorkspaceApiKeyResponse> {
    const target = { tenantId: workspaceTenant(workspaceId.toLowerCase()), ...operatorOf(call) };
    const nobody = { creatorUserId: null, creatorCredentialId: null };
    const key = { name: name ?? null, role, permissions: [], durationDays, ...nobody };
    return { apiKey: issuedWorkspaceKey(await this.issue.execute(target, key)) };
  }
}

function toMessage({
  ownerUserId,
  ownerIsGone,
  archivedAtMs,
  ...workspace
}: AdministeredWorkspace): Complete<AdministeredMessage> {
  return {
    workspace: workspaceMessage(workspace),
    ownerUserId,
    ownerIsGone,
    archivedAtMs: archivedAtMs ?? undefined,
  };
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
