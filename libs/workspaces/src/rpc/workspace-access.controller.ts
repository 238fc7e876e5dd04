import type {
  GetWorkspaceKeyAccessRequest,
  GetWorkspaceKeyAccessResponse,
  GetWorkspaceUserAccessRequest,
  GetWorkspaceUserAccessResponse,
  WorkspaceAccess as WorkspaceAccessProto,
} from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import { RpcController } from '@svc/rpc/nest';
import { WorkspaceAccess, type GrantedWorkspaceAccess } from '../application/workspace-access.js';
import { workspaceAccessMethods } from './workspace-methods.js';

@RpcController(workspaceAccessMethods)
export class WorkspaceAccessController {
  constructor(private readonly accesses: WorkspaceAccess) {}

  async getWorkspaceKeyAccess({
    keyId,
    secretSha256,
  }: GetWorkspaceKeyAccessRequest): Promise<GetWorkspaceKeyAccessResponse> {
    const { name, expiresAtMs, ...access } = await this.accesses.ofKey(keyId, secretSha256);
    return { access: toProto(access), keyId, name: name ?? undefined, expiresAtMs };
  }

  async getWorkspaceUserAccess({
    workspaceId,
    ...holder
  }: GetWorkspaceUserAccessRequest): Promise<GetWorkspaceUserAccessResponse> {
    return { access: toProto(await this.accesses.ofUser(holder, workspaceId)) };
  }
}

function toProto({ permissions, ...access }: GrantedWorkspaceAccess): Complete<WorkspaceAccessProto> {
  return { ...access, permissions: [...permissions] };
}
