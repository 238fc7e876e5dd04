import { Controller, Header } from '@nestjs/common';
import { z } from 'zod';
import { defineRoute, forEverybody, Serves } from '../route/index.js';
import { Documents } from './documents.js';

/** `open-api.ts` has the types of what OpenAPI puts below these keys. */
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })).readonly(),
  tags: z.array(z.strictObject({ name: z.string() })).readonly(),
  paths: z.record(z.string(), z.unknown()).readonly(),
  components: z.record(z.string(), z.unknown()).readonly(),
});
const answer = { status: 200, content: 'json', schema: Document } as const;

const getClassicDocument = defineRoute({
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

const getPlatformDocument = defineRoute({
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

/** How long a regular reader may miss a new release. */
const caching = 'public, max-age=60';

@Controller()
export class ClassicDocumentController {
  constructor(private readonly documents: Documents) {}

  @Header('cache-control', caching)
  @Serves(getClassicDocument)
  async classic() {
    return this.documents.of('classic');
  }
}

@Controller()
export class PlatformDocumentController {
  constructor(private readonly documents: Documents) {}

  @Header('cache-control', caching)
  @Serves(getPlatformDocument)
  async platform() {
    return this.documents.of('platform');
  }
}
