import type {
  ApiKey,
  CreateApiKeyRequest,
  CreateApiKeyResponse,
  DeleteApiKeyRequest,
  DeleteApiKeyResponse,
  ListApiKeysRequest,
  ListApiKeysResponse,
} from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { CreateApiKey } from '../application/create-api-key.js';
import { DeleteApiKey } from '../application/delete-api-key.js';
import { ListApiKeys, type ListedApiKey } from '../application/list-api-keys.js';
import { apiKeyMethods } from './identity-methods.js';

@RpcController(apiKeyMethods)
export class ApiKeyController {
  constructor(
    private readonly create: CreateApiKey,
    private readonly list: ListApiKeys,
    private readonly remove: DeleteApiKey,
  ) {}

  createApiKey({ caller, ...request }: CreateApiKeyRequest, call: RpcCall): Promise<CreateApiKeyResponse> {
    const key = { ...request, name: request.name ?? null };
    return this.create.execute(requestContextOf(caller, call), key);
  }

  async listApiKeys({ caller }: ListApiKeysRequest, call: RpcCall): Promise<ListApiKeysResponse> {
    return { apiKeys: (await this.list.execute(requestContextOf(caller, call))).map(toProto) };
  }

  async deleteApiKey(
    { caller, apiKeyId }: DeleteApiKeyRequest,
    call: RpcCall,
  ): Promise<DeleteApiKeyResponse> {
    await this.remove.execute(requestContextOf(caller, call), { apiKeyId });
    return { apiKeyId };
  }
}

function toProto({ createdAt, expiresAt, ...key }: ListedApiKey): Complete<ApiKey> {
  return {
    ...key,
    name: key.name ?? undefined,
    createdAtMs: createdAt.getTime(),
    // Keys never change.
    updatedAtMs: createdAt.getTime(),
    expiresAtMs: expiresAt.getTime(),
    lastUsedAtMs: key.lastUsedAtMs ?? undefined,
  };
}
