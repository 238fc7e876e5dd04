import { z } from 'zod';
import { defineRoute } from '../../route/route.js';
import { forOwnKey, forWorkspace } from '../../route/route-access.js';
import { smallBody } from '../../wire/sizes.js';
import { wireTime } from '../../wire/times.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { platformPage } from '../platform-page.js';
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

export const listWorkspaceApiKeys = defineRoute({
  ...platform,
  operationId: 'list-api-keys',
  method: 'GET',
  path: '/v1/:workspace_id/api-keys',
  summary: 'Lists the API keys of the workspace, newest first, without the keys themselves.',
  access: forWorkspace('ApiKey.view'),
  request: { params: ApiKeyPath, query: ListApiKeys },
  answer: { status: 200, content: 'json', schema: platformPage(ApiKey) },
  errors: [],
  perMinute: readsPerMinute,
});

export const createWorkspaceApiKey = defineRoute({
  ...platform,
  operationId: 'create-workspace-api-key',
  method: 'POST',
  path: '/v1/:workspace_id/api-keys',
  summary: 'Issues an API key that holds no more than the caller does; the answer alone shows it.',
  access: forWorkspace('ApiKey.create'),
  request: {
    params: ApiKeyPath,
    body: { media: 'json', schema: CreateApiKey, mostBytes: 64 * 1_024 },
  },
  answer: { status: 201, content: 'json', schema: IssuedApiKey },
  errors: ['limit_reached', 'not_found'],
  perMinute: writesPerMinute,
  example: { body: { duration_days: 30 } },
});

export const getPermissionCatalog = defineRoute({
  ...platform,
  operationId: 'get-permission-catalog',
  method: 'GET',
  path: '/v1/:workspace_id/api-keys/permission-catalog',
  summary: 'Lists the roles and permissions that a key can have.',
  access: forWorkspace('ApiKey.view'),
  request: { params: ApiKeyPath },
  answer: { status: 200, content: 'json', schema: PermissionCatalog },
  errors: [],
  perMinute: readsPerMinute,
});

export const rotateWorkspaceApiKey = defineRoute({
  ...platform,
  operationId: 'rotate-api-key',
  method: 'POST',
  path: '/v1/:workspace_id/api-keys/:key_id/rotate',
  summary: 'Gives an API key another secret and another end; the former secret is dead at once.',
  access: forWorkspace('ApiKey.create'),
  request: {
    params: ApiKeyPath,
    body: { media: 'json', schema: RotateApiKey, mostBytes: smallBody },
  },
  answer: { status: 200, content: 'json', schema: IssuedApiKey },
  errors: ['not_found'],
  perMinute: writesPerMinute,
  example: { body: { duration_days: 30 } },
});

export const deleteWorkspaceApiKey = defineRoute({
  ...platform,
  operationId: 'delete-workspace-api-key',
  method: 'DELETE',
  path: '/v1/:workspace_id/api-keys/:key_id',
  summary: 'Ends an API key that holds no more than the caller does.',
  access: forWorkspace('ApiKey.delete'),
  request: { params: ApiKeyPath },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found'],
  perMinute: writesPerMinute,
});

export const getOwnApiKey = defineRoute({
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
    schema: z.strictObject({
      workspace_id: z.string(),
      key_id: z.string(),
      name: z.string().nullable(),
      expires_at: wireTime,
      expires_in_seconds: z.int(),
    }),
  },
  errors: [],
  perMinute: readsPerMinute,
});
