import type {
  ArchiveWorkspaceRequest,
  ArchiveWorkspaceResponse,
  CreateWorkspaceRequest,
  CreateWorkspaceResponse,
  GetWorkspaceRequest,
  GetWorkspaceResponse,
  ListOwnWorkspacesRequest,
  ListOwnWorkspacesResponse,
  ProvisionWorkspaceRequest,
  ProvisionWorkspaceResponse,
  UpdateWorkspaceRequest,
  UpdateWorkspaceResponse,
} from '@svc/contracts/identity';
import { FieldChecks, pageOf } from '@svc/errors';
import { requestContextOf, type RpcCall, workspaceRequestContextOf } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ChangeWorkspace } from '../application/change-workspace.js';
import { CreateWorkspace } from '../application/create-workspace.js';
import { GetWorkspace } from '../application/get-workspace.js';
import { ListOwnWorkspaces } from '../application/list-own-workspaces.js';
import { workspaceMessage } from './workspace-mapping.js';
import { workspaceMethods } from './workspace-methods.js';

const pageLimits = { minimum: 1, maximum: 100 };

@RpcController(workspaceMethods)
export class WorkspaceController {
  constructor(
    private readonly create: CreateWorkspace,
    private readonly listOwn: ListOwnWorkspaces,
    private readonly get: GetWorkspace,
    private readonly change: ChangeWorkspace,
  ) {}

  async createWorkspace(
    { caller, region, orgId, ...request }: CreateWorkspaceRequest,
    call: RpcCall,
  ): Promise<CreateWorkspaceResponse> {
    const workspace = { ...request, region: region ?? null, orgId: orgId ?? null };
    return {
      workspace: workspaceMessage(await this.create.execute(requestContextOf(caller, call), workspace)),
    };
  }

  async listOwnWorkspaces(
    { caller, page }: ListOwnWorkspacesRequest,
    call: RpcCall,
  ): Promise<ListOwnWorkspacesResponse> {
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(page, pageLimits, checks);
    checks.verify();
    const { workspaces, hasMore } = await this.listOwn.execute(requestContextOf(caller, call), {
      limit,
      offset,
    });
    return {
      workspaces: workspaces.map(workspaceMessage),
      page: { hasMore, nextOffset: hasMore ? offset + limit : undefined },
    };
  }

  async getWorkspace({ caller }: GetWorkspaceRequest, call: RpcCall): Promise<GetWorkspaceResponse> {
    return { workspace: workspaceMessage(await this.get.execute(workspaceRequestContextOf(caller, call))) };
  }

  async updateWorkspace(
    { caller, ...change }: UpdateWorkspaceRequest,
    call: RpcCall,
  ): Promise<UpdateWorkspaceResponse> {
    const updated = await this.change.execute(workspaceRequestContextOf(caller, call), {
      type: 'UpdateWorkspace',
      name: change.name ?? null,
      environment: change.environment ?? null,
      connectorType: change.connectorType ?? null,
      platformAuthoring: change.platformAuthoring ?? null,
    });
    return { workspace: workspaceMessage(updated) };
  }

  async archiveWorkspace(
    { caller, slug }: ArchiveWorkspaceRequest,
    call: RpcCall,
  ): Promise<ArchiveWorkspaceResponse> {
    const context = workspaceRequestContextOf(caller, call);
    return {
      workspace: workspaceMessage(await this.change.execute(context, { type: 'ArchiveWorkspace', slug })),
    };
  }

  async provisionWorkspace(
    { caller }: ProvisionWorkspaceRequest,
    call: RpcCall,
  ): Promise<ProvisionWorkspaceResponse> {
    const context = workspaceRequestContextOf(caller, call);
    return {
      workspace: workspaceMessage(await this.change.execute(context, { type: 'ProvisionWorkspace' })),
    };
  }
}
