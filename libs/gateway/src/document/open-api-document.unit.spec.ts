import 'reflect-metadata';
import { Controller } from '@nestjs/common';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { gatewayRoutes } from '../controllers.js';
import { declaredRoutes } from '../route/declared-routes.js';
import { forCallers } from '../route/route-access.js';
import { defineRoute, type Route } from '../route/route.js';
import { Serves } from '../route/serves.js';
import type { JsonSchema } from './open-api.js';
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

const platform = openApiDocument(gatewayRoutes, 'platform');
const schemasOf = (document: typeof classic) =>
  document.components['schemas'] as Readonly<Record<string, JsonSchema>>;
const resolved = (schema: JsonSchema | undefined): JsonSchema =>
  schema?.$ref ? (schemasOf(classic)[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : (schema ?? {});

/** Every schema inside, with its path. */
function schemasIn(value: unknown, place: string): readonly (readonly [string, JsonSchema])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => schemasIn(part, `${place}.${key}`));
  return [[place, value as JsonSchema], ...inner];
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
    ['create-invited-user', 'post', '/v1/{org}/user/'],
    ['update-user-info', 'post', '/v1/{org}/user/{user_id}'],
    ['get-memories', 'get', '/v1/{org}/user/{user_id}/memory'],
    ['create-agent-version', 'post', '/v1/{org}/organization/agent/{agent_id}/'],
    ['get-agent-versions', 'get', '/v1/{org}/organization/agent/{agent_id}/version'],
    [
      'get-service-hierarchical-state-machines',
      'get',
      '/v1/{org}/organization/service_hierarchical_state_machine',
    ],
  ])('knows %s by the name that clients do', (operationId, method, path) => {
    expect(classic.paths[path]?.[method]?.operationId).toBe(operationId);
  });

  it('describes the request of a turn and each line of the response', () => {
    const turn = classic.paths['/v1/{org}/conversation/{conversation_id}/interact']?.['post'];
    const form = resolved(turn?.requestBody?.content['multipart/form-data']?.schema);
    expect(form.properties).toMatchObject({
      initial_message_type: { enum: ['user-message', 'external-event', 'skip'], default: 'user-message' },
      recorded_message: { type: 'string' },
      external_event_message_timestamp: { type: 'array', items: { type: 'string', format: 'date-time' } },
    });
    const line = turn?.responses['200']?.content?.['application/x-ndjson']?.schema;
    expect(resolved(line)).toMatchObject({
      discriminator: {
        propertyName: 'type',
        mapping: { 'interaction-complete': '#/components/schemas/InteractionCompleteEvent' },
      },
    });
    expect(schemasOf(classic)['InteractionCompleteEvent']?.properties?.['type']).toMatchObject({
      const: 'interaction-complete',
    });
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
    expect(JSON.stringify(resolved(create?.schema).properties?.['login_link'])).toContain('"maxLength":2083');
    const update = schemasOf(classic)['UpdateUserRequest']?.properties?.['additional_context'];
    expect(JSON.stringify(update)).toContain(
      '"maxItems":100,"type":"array","items":{"type":"string","minLength":1,"maxLength":4000}',
    );
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
    expect(JSON.stringify(classic.paths)).not.toContain('"deprecated":true');
  });

  it('never tells clients to reject a key that is added to a response', () => {
    const closed = Object.entries(schemasOf(classic)).filter(
      ([, schema]) => schema.additionalProperties === false,
    );
    expect(closed.map(([name]) => name)).toEqual([
      'ComparisonConditionRequest',
      'MembershipConditionRequest',
      'Unchanged',
    ]);
  });
});

describe.each([
  ['Classic', classic],
  ['Platform', platform],
])('generators of clients, given the %s document', (_surface, document) => {
  const named = schemasIn(schemasOf(document), '#');
  const all = [...named, ...schemasIn(document.paths, '')];

  it('find a name for each request, answer, event and other object', () => {
    const isObject = ([, { properties, type }]: (typeof all)[number]) =>
      typeof type === 'string' && type === 'object' && properties !== undefined;
    const nameless = all.filter(isObject).filter(([place]) => !/^#\.\w+$/.test(place));
    expect(nameless.map(([place]) => place)).toEqual([]);
    const names = new Set(Object.keys(schemasOf(document)));
    const referred = all.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    for (const $ref of referred.filter((ref) => ref.includes('/schemas/')))
      expect(names).toContain($ref.split('/').at(-1));
  });

  it('find nothing that they are known to refuse', () => {
    for (const [place, schema] of all) {
      // A schema that allows only null, a list that allows no further items, and a list without items.
      if (!place.includes('.anyOf.')) expect([place, schema.type]).not.toEqual([place, 'null']);
      expect([place, schema.items]).not.toEqual([place, false]);
      if (schema.type === 'array') expect([place, schema.items]).not.toEqual([place, undefined]);
    }
  });

  it('can tell the alternatives of each union of objects apart by its type', () => {
    for (const [place, { oneOf, discriminator }] of named as readonly [string, JsonSchema][])
      if (oneOf) expect([place, discriminator]).toEqual([place, expect.anything()]);
  });
});

describe('what requests may hold', () => {
  const within = (document: typeof classic, name: string, key: string) => {
    const given = (schemasOf(document)[name]?.properties?.[key] ?? {}) as JsonSchema;
    return given.anyOf?.[0] ?? given;
  };

  it.each([
    ['CreateUserRequest', 'email', { format: 'email', maxLength: 254 }],
    ['CreateUserRequest', 'login_link', { format: 'uri', maxLength: 2_083 }],
    ['CreateUserRequest', 'nonsensitive_user_variables', { maxProperties: 19 }],
    ['CreateUserRequest', 'sensitive_user_variables', { maxProperties: 20 }],
    ['UserPreferencesRequest', 'audio_keyterms', { maxItems: 20 }],
    ['UpdateUserRequest', 'audio_keyterms', { maxItems: 20 }],
    ['UpdateUserRequest', 'additional_context', { maxItems: 100 }],
    ['CreateOrganizationRequest', 'user_dimensions', { maxItems: 50 }],
    ['UserDimensionRequest', 'tags', { maxItems: 20 }],
    ['CreateRoleRequest', 'permission_grants', { maxItems: 200 }],
    ['CreateApiKeyRequest', 'duration', { format: 'duration' }],
    ['CreateTemporaryPermissionGrantRequest', 'tags', { maxProperties: 20 }],
    ['CreateConversationRequest', 'initial_message', { maxLength: 20_000 }],
    ['CreateConversationRequest', 'tags', { maxProperties: 20 }],
    ['InteractionForm', 'external_event_message_content', { maxItems: 20 }],
    ['CreateWebhookDestinationRequest', 'url', { format: 'uri', maxLength: 2_083 }],
  ])('%s.%s is bounded as its service bounds it', (name, key, bounds) => {
    expect(within(classic, name, key)).toMatchObject(bounds);
  });

  it.each([
    ['CreateApiKeyRequest', 'permissions', { maxItems: 128, items: { maxLength: 128 } }],
    ['TestCallerNumbersRequest', 'numbers', { maxItems: 100 }],
    ['TestCredentialIdsRequest', 'credential_ids', { maxItems: 100, items: { format: 'uuid' } }],
    ['WorkspaceResponse', 'id', { format: 'uuid' }],
    ['ApiKeyResponse', 'workspace_id', { format: 'uuid' }],
  ])('%s.%s too', (name, key, bounds) => {
    expect(within(platform, name, key)).toMatchObject(bounds);
  });

  it('names the ids of the Platform interface as UUIDs in its paths too', () => {
    const ofPaths = Object.values(platform.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ parameters }) => parameters)
      .filter(({ name }) => name === 'workspace_id');
    expect(ofPaths.length).toBeGreaterThan(0);
    for (const { schema } of ofPaths) expect(schema.format).toBe('uuid');
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
