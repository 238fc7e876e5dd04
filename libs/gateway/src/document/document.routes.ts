import { z } from 'zod';
import { defineRoute } from '../route/route.js';
import { forEverybody } from '../route/route-access.js';

/** What OpenAPI puts below these keys stands in `open-api.ts`. */
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })).readonly(),
  tags: z.array(z.strictObject({ name: z.string() })).readonly(),
  paths: z.record(z.string(), z.unknown()).readonly(),
  components: z.record(z.string(), z.unknown()).readonly(),
});
const answer = { status: 200, content: 'json', schema: Document } as const;

export const getClassicDocument = defineRoute({
  operationId: 'get-openapi-document',
  method: 'GET',
  path: '/v1/openapi.json',
  summary: 'This interface as an OpenAPI 3.1 document.',
  access: forEverybody(),
  request: {},
  answer,
  errors: [],
  perMinute: null,
});

export const getPlatformDocument = defineRoute({
  operationId: 'get-platform-openapi-document',
  surface: 'platform',
  method: 'GET',
  path: '/v1/platform/openapi.json',
  summary: 'This interface as an OpenAPI 3.1 document.',
  access: forEverybody(),
  request: {},
  answer,
  errors: [],
  perMinute: null,
});
