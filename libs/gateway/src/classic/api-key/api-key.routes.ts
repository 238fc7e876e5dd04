import { z } from 'zod';
import { defineRoute } from '../../route/route.js';
import { forCallers } from '../../route/route-access.js';
import { smallBody } from '../../wire/sizes.js';
import { ApiKey, ApiKeyPath, CreateApiKey, CreatedApiKey } from './api-key-schemas.js';

export const createApiKey = defineRoute({
  operationId: 'create-api-key',
  method: 'POST',
  path: '/v1/:org/organization/api_key/',
  summary: 'Issues an API key for roles up to that of the caller; the answer alone shows it.',
  access: forCallers({ requires: ['Organization:CreateAPIKey'] }),
  request: { body: { media: 'json', schema: CreateApiKey, mostBytes: smallBody } },
  answer: { status: 201, content: 'json', schema: CreatedApiKey },
  errors: ['limit_reached', 'not_found', 'operation_in_progress'],
  perMinute: 5,
  example: { body: { duration: 'P1D' } },
});

export const listApiKeys = defineRoute({
  operationId: 'get-api-keys',
  method: 'GET',
  path: '/v1/:org/organization/api_key/',
  summary: 'Lists the API keys that the caller may see, without the keys themselves.',
  access: forCallers({ asks: ['Organization:GetAPIKey'] }),
  request: {},
  answer: { status: 200, content: 'json', schema: z.strictObject({ api_keys: z.array(ApiKey) }) },
  errors: [],
  perMinute: 10,
});

export const deleteApiKey = defineRoute({
  operationId: 'delete-api-key',
  method: 'DELETE',
  path: '/v1/:org/organization/api_key/:api_key_id/',
  summary:
    'Ends an API key, whose tokens stop working within seconds; not the last of a super administrator.',
  access: forCallers({ requires: ['Organization:DeleteAPIKey'] }),
  request: { params: ApiKeyPath },
  answer: { status: 200, content: 'json', schema: z.strictObject({ deleted_key_id: z.string() }) },
  errors: ['not_found', 'conflict', 'operation_in_progress'],
  perMinute: 10,
});
