import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { AccessCache } from '../../access/access-cache.js';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { smallBody } from '../../wire/sizes.js';
import { fromApiKey } from './api-key-mapping.js';
import { ApiKey, ApiKeyPath, CreateApiKey, CreatedApiKey } from './api-key-schemas.js';

const createApiKey = defineRoute({
  operationId: 'create-api-key',
  method: 'POST',
  path: '/v1/:org/organization/api_key/',
  summary:
    'Issues an API key for roles up to that of the caller; only this response shows it. It signs in users up to its role, which is DefaultAdministratorRole unless given: not its maker, if that one has a higher role.',
  access: forCallers({ requires: ['Organization:CreateAPIKey'] }),
  request: { body: { media: 'json', schema: CreateApiKey, maxBytes: smallBody } },
  answer: { status: 201, content: 'json', schema: CreatedApiKey },
  errors: ['limit_reached', 'not_found', 'operation_in_progress'],
  perMinute: 5,
  example: { body: { duration: 'P1D' } },
});

const listApiKeys = defineRoute({
  operationId: 'get-api-keys',
  method: 'GET',
  path: '/v1/:org/organization/api_key/',
  summary: 'Lists the API keys that the caller may see, without the keys themselves.',
  access: forCallers({ asks: ['Organization:GetAPIKey'] }),
  request: {},
  answer: {
    status: 200,
    content: 'json',
    schema: named('ApiKeyList', z.strictObject({ api_keys: z.array(ApiKey) })),
  },
  errors: [],
  perMinute: 10,
});

const deleteApiKey = defineRoute({
  operationId: 'delete-api-key',
  method: 'DELETE',
  path: '/v1/:org/organization/api_key/:api_key_id/',
  summary:
    'Ends an API key, whose tokens stop working within seconds; not the last of a super administrator.',
  access: forCallers({ requires: ['Organization:DeleteAPIKey'] }),
  request: { params: ApiKeyPath },
  answer: {
    status: 200,
    content: 'json',
    schema: named('DeletedApiKey', z.strictObject({ deleted_key_id: z.string() })),
  },
  errors: ['not_found', 'conflict', 'operation_in_progress'],
  perMinute: 10,
});

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
