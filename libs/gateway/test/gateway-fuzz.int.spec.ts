import { jest } from '@jest/globals';
import { request } from 'node:http';
import fc from 'fast-check';
import { startTestGateway, type TestGateway } from './harness.js';

// Real connections on a machine that may do much else.
jest.setTimeout(60_000);

const page = { hasMore: false, nextOffset: undefined };
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: {
      createOrganization: () => Promise.resolve({ orgId: 'o' }),
      getOrganization: ({ orgId }) => Promise.resolve({ orgId, orgName: 'O', details: undefined }),
      signInWithApiKey: () => Promise.resolve({ idToken: 'a.b.c', expiresAtMs: 0 }),
      listRoles: () => Promise.resolve({ roles: [] }),
      createRole: () => Promise.resolve({ roleId: 'r' }),
      assignRole: () => Promise.resolve({ roleId: 'r' }),
      createUser: () => Promise.resolve({ userId: 'u' }),
      listUsers: () => Promise.resolve({ users: [], page }),
      updateUser: () => Promise.resolve({}),
      deleteUser: () => Promise.resolve({}),
      createApiKey: () => Promise.resolve({ apiKeyId: 'k', apiKey: 's', expiresAtMs: 0 }),
      listApiKeys: () => Promise.resolve({ apiKeys: [] }),
      deleteApiKey: () => Promise.resolve({ apiKeyId: 'k' }),
    },
    agents: { listServices: () => Promise.resolve({ services: [], page, filterValues: undefined }) },
    conversations: {
      createConversation: async function* () {
        yield* [];
      },
      interact: async function* () {
        yield* [];
      },
      finishConversation: () => Promise.resolve({}),
      listConversations: () => Promise.resolve({ conversations: [], page }),
      listMessages: () => Promise.resolve({ messages: [], page }),
    },
  });
});
afterAll(() => gateway.stop());

/** Words that get far: names the gateway knows, and what usually breaks parsers. */
const word = fc.oneof(
  fc.constantFrom(
    ...[
      'demo',
      'user',
      'role',
      'service',
      'conversation',
      'organization',
      'api_key',
      'signin_with_api_key',
      'assign',
    ],
    ...[
      'interact',
      'finish',
      'messages',
      '65f0000000000000000000c1',
      '',
      '.',
      '..',
      '%2F',
      '%00',
      '%ff',
      '%',
      '*',
      ':',
    ],
    ...['__proto__', 'constructor', 'livez', 'metrics', '.well-known', 'jwks.json'],
  ),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
);
const anyPath = fc
  .tuple(fc.constantFrom('v1/demo', 'v1/demo', 'v1/demo', 'v1', ''), fc.array(word, { maxLength: 4 }))
  .map(([start, words]) => `/${[start, ...words].join('/')}`);
const id = fc.oneof(fc.constant('65f0000000000000000000c1'), word);
const route = (start: string, end = '') => id.map((segment) => `/v1/demo/${start}${segment}${end}`);
const path = fc.oneof(
  anyPath,
  fc
    .constantFrom(
      'organization',
      'organization/api_key',
      'role',
      'user',
      'user/signin_with_api_key',
      'service',
      'conversation',
    )
    .map((name) => `/v1/demo/${name}/`),
  route('organization/api_key/'),
  route('role/', '/assign'),
  route('user/'),
  route('conversation/', '/interact'),
  route('conversation/', '/finish/'),
  route('conversation/', '/messages/'),
);
const key = fc.constantFrom(
  ...[
    'id',
    'limit',
    'continuation_token',
    'sort_by',
    'tags',
    'tag',
    'is_active',
    'message_type',
    'user_id',
    'email',
  ],
  ...[
    'response_format',
    'request_format',
    'current_agent_action_type',
    '__proto__',
    'constructor',
    'id[]',
    'id[0]',
  ],
);
const value = fc.oneof(
  fc.constantFrom(
    'text',
    'voice',
    '1',
    '-1',
    '1e9',
    'true',
    '%2Bname',
    '-created_at',
    'a:b',
    '(',
    '^$',
    '%00',
    '%zz',
  ),
  fc.string({ maxLength: 10 }).map(encodeURIComponent),
);
const query = fc
  .array(fc.tuple(key, value), { maxLength: 4 })
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`));

const field = fc.constantFrom(
  ...[
    'first_name',
    'last_name',
    'email',
    'role_name',
    'user_preferences',
    'additional_context',
    'preferred_language',
  ],
  ...[
    'timezone',
    'audio_keyterms',
    'nonsensitive_user_variables',
    'name',
    'duration',
    'user_id',
    'description',
  ],
  ...[
    'permission_grants',
    'frontend_view',
    'org_name',
    'user_dimensions',
    'service_id',
    'initial_message',
    'tags',
  ],
);
const json = fc.oneof(
  fc
    .dictionary(field, fc.oneof(fc.string(), fc.constantFrom('a', 'client', 'P1D'), fc.jsonValue()))
    .map((body) => JSON.stringify(body)),
  fc.json(),
);
const multipart = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'initial_message_type',
        'recorded_message',
        'external_event_message_content',
        'external_event_message_timestamp',
        'x',
      ),
      fc.oneof(fc.constantFrom('user-message', 'skip', '2026-11-21T06:00:00Z', ''), fc.string()),
    ),
    { maxLength: 4 },
  )
  .map((parts) =>
    [
      ...parts.map(
        ([name, text]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
      ),
      '--b--\r\n',
    ].join(''),
  );
const body = fc.oneof(
  fc.tuple(fc.constant('application/json'), json),
  fc.tuple(fc.constant('multipart/form-data; boundary=b'), multipart),
  fc.tuple(
    fc.constantFrom('application/json', 'multipart/form-data; boundary=b', 'text/plain', ''),
    fc.string(),
  ),
);

function send(
  method: string,
  target: string,
  [type, content]: readonly [string, string],
  authorization: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: gateway.port,
        method,
        path: target,
        headers: {
          authorization,
          'x-store-cluster-name': 'c',
          ...(type !== '' && { 'content-type': type }),
          ...(hasBody && { 'content-length': Buffer.byteLength(content) }),
        },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(hasBody ? content : undefined);
  });
}

describe('whatever is sent', () => {
  it('is never answered with a failure of ours', async () => {
    const authorization = `Bearer ${await gateway.token()}`;
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS');
    await fc.assert(
      fc.asyncProperty(method, path, query, body, async (verb, where, search, content) => {
        const status = await send(verb, `${where}${search}`, content, authorization);
        expect(status).toBeGreaterThanOrEqual(200);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 500 },
    );
  });
});
