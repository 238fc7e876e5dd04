import {
  type CreateWorkspaceApiKeyRequest,
  type CreateWorkspaceApiKeyResponse,
  type DeleteWorkspaceApiKeyRequest,
  type DeleteWorkspaceApiKeyResponse,
  type GetOwnWorkspaceApiKeyRequest,
  type GetOwnWorkspaceApiKeyResponse,
  type ListWorkspaceApiKeysRequest,
  type ListWorkspaceApiKeysResponse,
  type RotateWorkspaceApiKeyRequest,
  type RotateWorkspaceApiKeyResponse,
  WorkspaceApiKey,
} from '@svc/contracts/identity';
import { FieldChecks, pageOf } from '@svc/errors';
import { toProto } from '@svc/kernel';
import { type RpcCall, workspaceRequestContextOf } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { CreateWorkspaceApiKey } from '../application/create-workspace-api-key.js';
import { DeleteWorkspaceApiKey } from '../application/delete-workspace-api-key.js';
import { GetOwnWorkspaceApiKey } from '../application/get-own-workspace-api-key.js';
import { ListWorkspaceApiKeys } from '../application/list-workspace-api-keys.js';
import { RotateWorkspaceApiKey } from '../application/rotate-workspace-api-key.js';
import { issuedWorkspaceKey } from './issued-workspace-key.js';
import { workspaceApiKeyMethods } from './workspace-methods.js';

const pageLimits = { minimum: 1, maximum: 100 };

@RpcController(workspaceApiKeyMethods)
export class WorkspaceApiKeyController {
  constructor(
    private readonly create: CreateWorkspaceApiKey,
    private readonly list: ListWorkspaceApiKeys,
    private readonly rotate: RotateWorkspaceApiKey,
    private readonly remove: DeleteWorkspaceApiKey,
    private readonly own: GetOwnWorkspaceApiKey,
  ) {}

  async createWorkspaceApiKey(
    { caller, name, ...request }: CreateWorkspaceApiKeyRequest,
    call: RpcCall,
  ): Promise<CreateWorkspaceApiKeyResponse> {
    const context = workspaceRequestContextOf(caller, call);
    return {
      apiKey: issuedWorkspaceKey(await this.create.execute(context, { ...request, name: name ?? null })),
    };
  }

  async listWorkspaceApiKeys(
    { caller, mineOnly, page }: ListWorkspaceApiKeysRequest,
    call: RpcCall,
  ): Promise<ListWorkspaceApiKeysResponse> {
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(page, pageLimits, checks);
    checks.verify();
    const context = workspaceRequestContextOf(caller, call);
    const { apiKeys, hasMore } = await this.list.execute(context, { mineOnly, limit, offset });
    return {
      apiKeys: apiKeys.map((key) => toProto(WorkspaceApiKey, key)),
      page: { hasMore, nextOffset: hasMore ? offset + limit : undefined },
    };
  }

  async rotateWorkspaceApiKey(
    { caller, ...rotation }: RotateWorkspaceApiKeyRequest,
    call: RpcCall,
  ): Promise<RotateWorkspaceApiKeyResponse> {
    const context = workspaceRequestContextOf(caller, call);
    return { apiKey: issuedWorkspaceKey(await this.rotate.execute(context, rotation)) };
  }

  async deleteWorkspaceApiKey(
    { caller, keyId }: DeleteWorkspaceApiKeyRequest,
    call: RpcCall,
  ): Promise<DeleteWorkspaceApiKeyResponse> {
    await this.remove.execute(workspaceRequestContextOf(caller, call), { keyId });
    return {};
  }

  async getOwnWorkspaceApiKey(
    { caller }: GetOwnWorkspaceApiKeyRequest,
    call: RpcCall,
  ): Promise<GetOwnWorkspaceApiKeyResponse> {
    const { name, ...key } = await this.own.execute(workspaceRequestContextOf(caller, call));
    return { ...key, name: name ?? undefined };
  }
}
