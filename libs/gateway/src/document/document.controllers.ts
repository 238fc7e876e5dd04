import { Controller } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute, forEverybody, type RouteInput, Serves } from '../route/index.js';
import { named } from '../wire/documented.js';
import { Documents } from './documents.js';

/** `open-api.ts` has the types of what OpenAPI puts below these keys. */
const Document = named(
  'OpenApiDocument',
  z.strictObject({
    openapi: z.literal('3.1.0'),
    info: named(
      'OpenApiInfo',
      z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
    ),
    servers: z.array(named('OpenApiServer', z.strictObject({ url: z.string() }))).readonly(),
    tags: z.array(named('OpenApiTag', z.strictObject({ name: z.string() }))).readonly(),
    paths: z.record(z.string(), z.unknown()).readonly(),
    components: z.record(z.string(), z.unknown()).readonly(),
  }),
);
const answer = { status: 200, content: 'document', schema: Document } as const;

/** The `ETag` of a document that the client has. */
const request = { headers: z.object({ 'if-none-match': z.string().optional() }) };

const getClassicDocument = defineRoute({
  operationId: 'get-openapi-document',
  method: 'GET',
  path: '/v1/openapi.json',
  summary: 'This interface as an OpenAPI 3.1 document.',
  access: forEverybody(),
  request,
  answer,
  errors: [],
  perMinute: null,
});

const getPlatformDocument = defineRoute({
  operationId: 'get-platform-openapi-document',
  surface: 'platform',
  method: 'GET',
  path: '/v1/platform/openapi.json',
  summary: 'This interface as an OpenAPI 3.1 document.',
  access: forEverybody(),
  request,
  answer,
  errors: [],
  perMinute: null,
});

@Controller()
export class ClassicDocumentController {
  constructor(private readonly documents: Documents) {}

  @Serves(getClassicDocument)
  async classic({ headers }: RouteInput<typeof getClassicDocument>, reply: FastifyReply): Promise<void> {
    this.documents.send('classic', headers['if-none-match'], reply);
  }
}

@Controller()
export class PlatformDocumentController {
  constructor(private readonly documents: Documents) {}

  @Serves(getPlatformDocument)
  async platform({ headers }: RouteInput<typeof getPlatformDocument>, reply: FastifyReply): Promise<void> {
    this.documents.send('platform', headers['if-none-match'], reply);
  }
}
