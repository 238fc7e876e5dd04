import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { WorkspaceAccessCache } from '../../access/workspace-access-cache.js';
import { defineRoute, forOwnKey, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { smallBody } from '../../wire/sizes.js';
import { toWireTime, wireTime } from '../../wire/times.js';
import { named } from '../../wire/documented.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { uuid } from '../uuid.js';
import { platformPage } from '../platform-page.js';
import { fromApiKey, fromIssuedKey, permissionCatalog } from './api-key-mapping.js';
import {
  ApiKey,
  ApiKeyPath,
  CreateApiKey,
  IssuedApiKey,
  ListApiKeys,
  PermissionCatalog,
  RotateApiKey,
} from './api-key-schemas.js';

const platform = { surface: 'platform' } as const;

const listWorkspaceApiKeys = defineRoute({
  ...platform,
  operationId: 'list-api-keys',
  method: 'GET',
  path: '/v1/:workspace_id/api-keys',
  summary: 'Lists the API keys of the workspace, newest first, without the keys themselves.',
  access: forWorkspace('ApiKey.view'),
  request: { params: ApiKeyPath, query: ListApiKeys },
  answer: { status: 200, content: 'json', schema: platformPage('ApiKeyListResponse', ApiKey) },
  errors: [],
  perMinute: readsPerMinute,
});

const createWorkspaceApiKey = defineRoute({
  ...platform,
  operationId: 'create-api-key',
  method: 'POST',
  path: '/v1/:workspace_id/api-keys',
  summary: 'Issues an API key that holds no more than the caller does; only this response shows it.',
  access: forWorkspace('ApiKey.create'),
  request: {
    params: ApiKeyPath,
    body: { media: 'json', schema: CreateApiKey, maxBytes: 64 * 1_024 },
  },
  answer: { status: 201, content: 'json', schema: IssuedApiKey },
  errors: ['limit_reached', 'not_found'],
  perMinute: writesPerMinute,
  example: { body: { duration_days: 30 } },
});

const getPermissionCatalog = defineRoute({
  ...platform,
  operationId: 'get-api-key-permission-catalog',
  method: 'GET',
  path: '/v1/:workspace_id/api-keys/permission-catalog',
  summary: 'Lists the roles and permissions that a key can have.',
  access: forWorkspace('ApiKey.view'),
  request: { params: ApiKeyPath },
  answer: { status: 200, content: 'json', schema: PermissionCatalog },
  errors: [],
  perMinute: readsPerMinute,
});

const rotateWorkspaceApiKey = defineRoute({
  ...platform,
  operationId: 'rotate-api-key',
  method: 'POST',
  path: '/v1/:workspace_id/api-keys/:key_id/rotate',
  summary: 'Gives an API key another secret and another end; the former secret is dead at once.',
  access: forWorkspace('ApiKey.create'),
  request: {
    params: ApiKeyPath,
    body: { media: 'json', schema: RotateApiKey, maxBytes: smallBody },
  },
  answer: { status: 200, content: 'json', schema: IssuedApiKey },
  errors: ['not_found'],
  perMinute: writesPerMinute,
  example: { body: { duration_days: 30 } },
});

const deleteWorkspaceApiKey = defineRoute({
  ...platform,
  operationId: 'delete-api-key',
  method: 'DELETE',
  path: '/v1/:workspace_id/api-keys/:key_id',
  summary: 'Ends an API key that holds no more than the caller does.',
  access: forWorkspace('ApiKey.delete'),
  request: { params: ApiKeyPath },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found'],
  perMinute: writesPerMinute,
});

const getOwnApiKey = defineRoute({
  ...platform,
  operationId: 'get-auth-info',
  method: 'GET',
  path: '/v1/auth/me',
  summary: 'Tells which key this is, of which workspace, and when it expires.',
  access: forOwnKey(),
  request: {},
  answer: {
    status: 200,
    content: 'json',
    schema: named(
      'AuthInfoResponse',
      z.strictObject({
        workspace_id: uuid,
        key_id: z.string(),
        name: z.string().nullable(),
        expires_at: wireTime,
        expires_in_seconds: z.int(),
      }),
    ),
  },
  errors: [],
  perMinute: readsPerMinute,
});

@Controller()
export class WorkspaceApiKeyController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: WorkspaceAccessCache,
  ) {}

  @Serves(listWorkspaceApiKeys)
  async list({ caller, query }: RouteInput<typeof listWorkspaceApiKeys>) {
    const request = { caller, mineOnly: query.mine_only, page: toPage(query) };
    const { apiKeys, page } = await this.identity.listWorkspaceApiKeys(request);
    return { items: apiKeys.map(fromApiKey), ...fromPageInfo(page, query) };
  }

  @Serves(createWorkspaceApiKey)
  async create({ caller, body }: RouteInput<typeof createWorkspaceApiKey>) {
    const { name, duration_days: durationDays, role, permissions } = body;
    const request = { caller, name: name ?? undefined, durationDays, role, permissions };
    return fromIssuedKey((await this.identity.createWorkspaceApiKey(request)).apiKey);
  }

  @Serves(getPermissionCatalog)
  catalog(_input: RouteInput<typeof getPermissionCatalog>) {
    return Promise.resolve(permissionCatalog);
  }

  @Serves(rotateWorkspaceApiKey)
  async rotate({ caller, params, body }: RouteInput<typeof rotateWorkspaceApiKey>) {
    const request = { caller, keyId: params.key_id, durationDays: body.duration_days };
    const { apiKey } = await this.identity.rotateWorkspaceApiKey(request);
    this.accesses.forget({ workspaceId: params.workspace_id });
    return fromIssuedKey(apiKey);
  }

  @Serves(deleteWorkspaceApiKey)
  async delete({ caller, params }: RouteInput<typeof deleteWorkspaceApiKey>) {
    await this.identity.deleteWorkspaceApiKey({ caller, keyId: params.key_id });
    this.accesses.forget({ workspaceId: params.workspace_id });
  }

  @Serves(getOwnApiKey)
  async own({ caller }: RouteInput<typeof getOwnApiKey>) {
    const { workspaceId, keyId, name, expiresAtMs, expiresInMs } = await this.identity.getOwnWorkspaceApiKey({
      caller,
    });
    return {
      workspace_id: workspaceId,
      key_id: keyId,
      name: name ?? null,
      expires_at: toWireTime(expiresAtMs),
      expires_in_seconds: Math.max(0, Math.floor(expiresInMs / 1_000)),
    };
  }
}
