import {
  type GetWorkspaceKeyAccessRequest,
  type GetWorkspaceKeyAccessResponse,
  type GetWorkspaceStandingRequest,
  type GetWorkspaceStandingResponse,
  type GetWorkspaceUserAccessRequest,
  type GetWorkspaceUserAccessResponse,
  WorkspaceAccess as WorkspaceAccessProto,
} from '@svc/contracts/identity';
import { toProto } from '@svc/kernel';
import { RpcController } from '@svc/rpc/nest';
import { WorkspaceAccess } from '../application/workspace-access.js';
import { workspaceAccessMethods } from './workspace-methods.js';

@RpcController(workspaceAccessMethods)
export class WorkspaceAccessController {
  constructor(private readonly accesses: WorkspaceAccess) {}

  async getWorkspaceKeyAccess({
    keyId,
    secretSha256,
  }: GetWorkspaceKeyAccessRequest): Promise<GetWorkspaceKeyAccessResponse> {
    const { name, expiresAtMs, ...access } = await this.accesses.ofKey(keyId, secretSha256);
    return { access: toProto(WorkspaceAccessProto, access), keyId, name: name ?? undefined, expiresAtMs };
  }

  async getWorkspaceUserAccess({
    workspaceId,
    ...holder
  }: GetWorkspaceUserAccessRequest): Promise<GetWorkspaceUserAccessResponse> {
    return { access: toProto(WorkspaceAccessProto, await this.accesses.ofUser(holder, workspaceId)) };
  }

  async getWorkspaceStanding({
    workspaceId,
  }: GetWorkspaceStandingRequest): Promise<GetWorkspaceStandingResponse> {
    return { works: await this.accesses.works(workspaceId) };
  }
}
