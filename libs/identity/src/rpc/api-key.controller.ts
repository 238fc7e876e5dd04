import {
  ApiKey,
  type CreateApiKeyRequest,
  type CreateApiKeyResponse,
  type DeleteApiKeyRequest,
  type DeleteApiKeyResponse,
  type ListApiKeysRequest,
  type ListApiKeysResponse,
} from '@svc/contracts/identity';
import { toProto } from '@svc/kernel';
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
    return { apiKeys: (await this.list.execute(requestContextOf(caller, call))).map(apiKeyMessage) };
  }

  async deleteApiKey(
    { caller, apiKeyId }: DeleteApiKeyRequest,
    call: RpcCall,
  ): Promise<DeleteApiKeyResponse> {
    await this.remove.execute(requestContextOf(caller, call), { apiKeyId });
    return { apiKeyId };
  }
}

function apiKeyMessage(key: ListedApiKey): ApiKey {
  const createdAtMs = key.createdAt.getTime();
  // Keys never change.
  const times = { createdAtMs, updatedAtMs: createdAtMs, expiresAtMs: key.expiresAt.getTime() };
  return toProto(ApiKey, { ...key, ...times });
}
