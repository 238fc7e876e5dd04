import 'reflect-metadata';
import { Controller } from '@nestjs/common';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { gatewayRoutes } from '../controllers.js';
import { declaredRoutes } from '../route/declared-routes.js';
import { forCallers } from '../route/route-access.js';
import { defineRoute, type Route } from '../route/route.js';
import { Serves } from '../route/serves.js';
import { openApiDocument, templateOf } from './open-api-document.js';
import { withPlatformDocument } from './platform-document.js';

const classic = openApiDocument(gatewayRoutes, 'classic');

const getShelf = defineRoute({
  operationId: 'get-shelf',
  surface: 'platform',
  method: 'GET',
  path: '/v1/:workspace_id/shelf',
  summary: 'Shows a shelf.',
  access: forCallers(),
  request: {},
  answer: { status: 200, content: 'json', schema: z.strictObject({ id: z.string() }) },
  errors: [],
  perMinute: 60,
});

@Controller()
class ShelfController {
  @Serves(getShelf)
  async shelf() {
    return { id: 's' };
  }
}

const operationsOf = (document: typeof classic) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
const named = (routes: readonly Route[]) => routes.map((route) => `${route.method} ${templateOf(route)}`);

describe('the Classic document', () => {
  it('holds exactly the routes that are declared for it', () => {
    const declared = gatewayRoutes.filter(({ surface = 'classic' }) => surface === 'classic');
    expect(operationsOf(classic).sort()).toEqual(named(declared).sort());
    expect(named(gatewayRoutes.filter(({ surface }) => surface === 'site')).sort()).toEqual([
      'GET /docs',
      'GET /docs/start.js',
      'GET /docs/swagger-ui-bundle.js',
      'GET /docs/swagger-ui-standalone-preset.js',
      'GET /docs/swagger-ui.css',
    ]);
  });

  it('has the version of its interface and is the same each time', () => {
    expect(classic).toMatchObject({ openapi: '3.1.0', info: { version: '0.1.0' } });
    expect(JSON.stringify(openApiDocument(gatewayRoutes, 'classic'))).toBe(JSON.stringify(classic));
  });

  it.each([
    ['create-conversation', 'post', '/v1/{org}/conversation/'],
    ['interact-with-conversation', 'post', '/v1/{org}/conversation/{conversation_id}/interact'],
    ['sign-in-with-api-key', 'post', '/v1/{org}/user/signin_with_api_key'],
    ['modify-user', 'post', '/v1/{org}/user/{user_id}'],
  ])('knows %s by the name that clients do', (operationId, method, path) => {
    expect(classic.paths[path]?.[method]?.operationId).toBe(operationId);
  });

  it('describes the request of a turn and each line of the response', () => {
    const turn = classic.paths['/v1/{org}/conversation/{conversation_id}/interact']?.['post'];
    expect(turn?.requestBody?.content['multipart/form-data']?.schema.properties).toMatchObject({
      initial_message_type: { enum: ['user-message', 'external-event', 'skip'], default: 'user-message' },
      recorded_message: { type: 'string' },
      external_event_message_timestamp: { type: 'array', items: { type: 'string', format: 'date-time' } },
    });
    const line = turn?.responses['200']?.content?.['application/x-ndjson']?.schema;
    expect(JSON.stringify(line)).toContain('"const":"interaction-complete"');
    expect(turn?.responses['409']?.description).toBe('`conversation_finished`, `operation_in_progress`.');
  });

  it('describes parameters: whether they are required, and their defaults', () => {
    const list = classic.paths['/v1/{org}/conversation/']?.['get']?.parameters ?? [];
    const known = Object.fromEntries(list.map(({ name, ...facts }) => [name, facts]));
    expect(known).toMatchObject({
      org: { in: 'path', required: true },
      is_finished: { in: 'query', required: false, schema: { type: 'boolean' } },
      id: { required: false, schema: { type: 'array', items: { pattern: '^[a-f0-9]{24}$' } } },
      limit: { required: false, schema: { type: 'integer', minimum: 1, maximum: 150, default: 150 } },
    });
    const signIn = classic.paths['/v1/{org}/user/signin_with_api_key']?.['post'];
    expect(signIn?.security).toEqual([]);
    expect(signIn?.parameters).toContainEqual(expect.objectContaining({ name: 'x-api-key', required: true }));
  });

  it('gives the maximum length of texts, in lists too', () => {
    const create = classic.paths['/v1/{org}/user/']?.['post']?.requestBody?.content['application/json'];
    expect(JSON.stringify(create?.schema.properties?.['login_link'])).toContain('"maxLength":2083');
    const update = classic.paths['/v1/{org}/user/{user_id}']?.['post']?.requestBody?.content;
    expect(JSON.stringify(update)).toContain('"items":{"type":"string","minLength":1}');
  });

  it('marks a deprecated route and the headers of each of its responses', () => {
    const old = {
      ...getShelf,
      surface: 'classic',
      deprecated: { since: '2026-12-01', sunset: '2027-06-01' },
    };
    const shelf = openApiDocument([old as Route], 'classic').paths['/v1/{workspace_id}/shelf']?.['get'];
    expect(shelf?.deprecated).toBe(true);
    for (const { headers } of Object.values(shelf?.responses ?? {}))
      expect(headers).toMatchObject({
        Deprecation: { $ref: '#/components/headers/Deprecation' },
        Sunset: { $ref: '#/components/headers/Sunset' },
      });
    expect(JSON.stringify(classic.paths)).not.toContain('"deprecated"');
  });

  it('never tells clients to reject a key that is added to a response', () => {
    const answers = Object.values(classic.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ responses }) => responses);
    expect(JSON.stringify(answers)).not.toContain('"additionalProperties":false');
  });
});

describe('the Platform document', () => {
  it('is not served while it would be empty', () => {
    expect(withPlatformDocument([])).toEqual([]);
  });

  it('is served with the first route of the Platform interface, next to the Classic document', async () => {
    const routes = declaredRoutes(withPlatformDocument([ShelfController]));
    const document = openApiDocument(routes, 'platform');
    expect(operationsOf(document)).toEqual(['GET /v1/{workspace_id}/shelf', 'GET /v1/platform/openapi.json']);
    expect(document.info.version).toBe('1.0.0');
    expect(document.paths['/v1/{workspace_id}/shelf']?.['get']?.security).toEqual([{ Bearer: [] }]);
    const validator = new Validator();
    expect(await validator.validate({ ...document })).toMatchObject({ valid: true });
    expect(operationsOf(openApiDocument(routes, 'classic'))).toEqual([]);
  });
});
