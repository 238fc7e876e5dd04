import { Controller, Inject } from '@nestjs/common';
import { AccessCache } from '../../access/access-cache.js';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { fromApiKey } from './api-key-mapping.js';
import { CreatedApiKey } from './api-key-schemas.js';
import { createApiKey, deleteApiKey, listApiKeys } from './api-key.routes.js';

@Controller()
export class ApiKeyController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: AccessCache,
  ) {}

  @Serves(createApiKey)
  async create({ caller, body }: RouteInput<typeof createApiKey>) {
    const { name, duration, role_name: roleName } = body;
    const created = await this.identity.createApiKey({ caller, name: name ?? undefined, duration, roleName });
    return shown(CreatedApiKey, sameNames(created));
  }

  @Serves(listApiKeys)
  async list({ caller }: RouteInput<typeof listApiKeys>) {
    const { apiKeys } = await this.identity.listApiKeys({ caller });
    return { api_keys: apiKeys.map(fromApiKey) };
  }

  @Serves(deleteApiKey)
  async delete({ caller, params }: RouteInput<typeof deleteApiKey>) {
    const deleted = await this.identity.deleteApiKey({ caller, apiKeyId: params.api_key_id });
    this.accesses.forget(params.org);
    return { deleted_key_id: deleted.apiKeyId };
  }
}
