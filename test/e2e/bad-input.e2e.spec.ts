import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ClassicClient, ErrorBody } from '../support/client.js';
import { assertDeclared, routeAt } from '../support/declared-routes.js';
import { SuiteSystem } from '../support/suite-system.js';
import { listUsersWithoutStatistics } from '../support/users.js';

const unknownId = 'ffffffffffffffffffffffff';

const system = new SuiteSystem({ isOwn: true });
let user: ClassicClient;
let userId: string;
let conversation: string;

beforeAll(async () => {
  ({ client: user, userId } = await system.newUser());
  conversation = (await system.begin(user)).id;
});

interface Answer {
  readonly status: number;
  readonly body: ErrorBody & { readonly detail: unknown };
}

interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
}

async function send({
  method = 'POST',
  path,
  token = user.token,
  headers,
  body,
}: RawRequest): Promise<Answer> {
  const response = await fetch(`${system.baseUrl}${path}`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body,
  });
  const answered = (await response.json()) as Answer['body'];
  const route = routeAt(method, path.split('?', 1)[0] ?? '');
  if (route) assertDeclared(route, response.status, answered);
  return { status: response.status, body: answered };
}

const json = { 'content-type': 'application/json' };
const create = '/v1/demo/conversation/?response_format=text';
const interact = (id = conversation) =>
  `/v1/demo/conversation/${id}/interact?request_format=text&response_format=text`;

/** Everything that a mistake could have changed, as the API shows it. */
async function everything(): Promise<unknown> {
  return {
    conversations: await system.administrator.conversations(),
    messages: await user.messages(conversation),
    users: await listUsersWithoutStatistics(system.administrator),
    keys: await system.administrator.json('GET', 'organization/api_key/'),
    roles: await system.administrator.json('GET', 'role/'),
  };
}

/** The one body of all errors, and a system that is as it was. */
async function expectRejection(request: RawRequest, status: number, errorCode?: string): Promise<Answer> {
  const before = await everything();
  const answer = await send(request);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({
    message: expect.any(String),
    error_code: errorCode ?? expect.any(String),
    request_id: expect.any(String),
  });
  expect(answer.body.code).toBe(answer.body.error_code);
  expect(JSON.stringify(answer.body)).not.toMatch(/ at .*\.[jt]s:\d|postgres|prisma|grpc|ECONN|select /i);
  expect(await everything()).toEqual(before);
  return answer;
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

/** A form with these raw bytes as its only message part. */
function rawForm(bytes: Uint8Array): RawRequest {
  const head = [
    '--x',
    'content-disposition: form-data; name="initial_message_type"',
    '',
    'user-message',
    '--x',
    'content-disposition: form-data; name="recorded_message"',
    '',
    '',
  ].join('\r\n');
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]);
  return {
    path: interact(),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: new Uint8Array(body),
  };
}

describe('bodies', () => {
  it.each([
    ['malformed JSON', '{"service_id":', 400],
    ['a JSON text that is no object', '"hello"', 422],
    ['nothing', '', 422],
    ['an id of the wrong form', '{"service_id": "abc"}', 422],
    ['U+0000', '{"service_id": "ffffffffffffffffffffffff", "initial_message": "a\\u0000b"}', 422],
    ['a lone surrogate', '{"service_id": "ffffffffffffffffffffffff", "initial_message": "a\\ud800b"}', 422],
    ['an unknown service', `{"service_id": "${unknownId}"}`, 404],
  ])('create with %s', async (_name, body, status) => {
    await expectRejection({ path: create, headers: json, body }, status);
  });

  it('create with a body that is too large', async () => {
    const body = JSON.stringify({ service_id: unknownId, initial_message: 'x'.repeat(3_000_000) });
    await expectRejection({ path: create, headers: json, body }, 413, 'payload_too_large');
  });

  it('create with another content type', async () => {
    const body = '<service_id>1</service_id>';
    const headers = { 'content-type': 'application/xml' };
    await expectRejection({ path: create, headers, body }, 422, 'validation_failed');
  });

  it('create with bytes that are no UTF-8', async () => {
    const body = new Uint8Array(
      Buffer.concat([Buffer.from('{"service_id": "'), Buffer.from([0xff, 0xfe, 0x22])]),
    );
    await expectRejection({ path: create, headers: json, body }, 400);
  });

  it('interact with JSON in place of a form', async () => {
    await expectRejection({ path: interact(), headers: json, body: '{}' }, 422);
  });

  it('interact with a form without its type, and an empty message', async () => {
    await expectRejection(
      { path: interact(), body: form({ initial_message_type: 'song', recorded_message: 'la' }) },
      422,
    );
    await expectRejection(
      { path: interact(), body: form({ initial_message_type: 'user-message', recorded_message: '' }) },
      400,
    );
    await expectRejection({ path: interact(), body: form({ initial_message_type: 'user-message' }) }, 422);
  });

  it('interact with bytes that are no UTF-8, and with U+0000', async () => {
    await expectRejection(rawForm(Buffer.from([0x68, 0xff, 0xfe])), 400);
    await expectRejection(rawForm(Buffer.from('a\0b')), 422);
  });

  it('half of a body, then silence and a closed connection: nothing happens', async () => {
    const before = await everything();
    const { port } = new URL(system.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      [
        `POST ${interact()} HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${user.token}`,
        'content-type: multipart/form-data; boundary=x',
        'content-length: 1000',
        '',
        '--x\r\ncontent-disposition: form-data; name="initial_message_type"\r\n\r\nuser-mess',
      ].join('\r\n'),
    );
    socket.end();
    await once(socket.resume(), 'close');
    expect(await everything()).toEqual(before);
  });
});

describe('ids', () => {
  it.each([
    [
      'interact with an unknown conversation',
      () => ({
        path: interact(unknownId),
        body: form({ initial_message_type: 'user-message', recorded_message: 'hi' }),
      }),
      404,
    ],
    [
      'interact with a malformed conversation id',
      () => ({
        path: interact('1'),
        body: form({ initial_message_type: 'user-message', recorded_message: 'hi' }),
      }),
      422,
    ],
    ['finish an unknown conversation', () => ({ path: `/v1/demo/conversation/${unknownId}/finish/` }), 404],
    [
      'messages of an unknown conversation',
      () => ({ method: 'GET', path: `/v1/demo/conversation/${unknownId}/messages/` }),
      404,
    ],
    [
      'update an unknown user',
      () => ({
        path: `/v1/demo/user/${unknownId}`,
        headers: json,
        body: '{}',
        token: system.administrator.token,
      }),
      404,
    ],
    [
      'delete a user with an odd id',
      () => ({ method: 'DELETE', path: '/v1/demo/user/no%20such%20user', token: system.administrator.token }),
      404,
    ],
    [
      'delete an unknown API key',
      () => ({
        method: 'DELETE',
        path: '/v1/demo/organization/api_key/7f1d0c9e-0000-4000-8000-000000000000',
        token: system.administrator.token,
      }),
      404,
    ],
    ['a path that does not exist', () => ({ method: 'GET', path: '/v1/demo/nothing/here' }), 404],
    ['a method that does not exist', () => ({ method: 'PATCH', path: '/v1/demo/service/' }), 405],
  ] as const)('%s', async (_name, request, status) => {
    await expectRejection(request(), status);
  });
});

describe('queries', () => {
  it.each([
    ['create without a format', '/v1/demo/conversation/', 'POST', 422],
    ['a limit that is too high', '/v1/demo/service/?limit=21', 'GET', 422],
    ['a negative token', '/v1/demo/conversation/?continuation_token=-1', 'GET', 422],
    ['an unknown sort field', '/v1/demo/conversation/?sort_by=%2Bshoe_size', 'GET', 422],
    ['broken percent signs', '/v1/demo/service/?tags=%E0%A4%A', 'GET', 400],
    ['U+0000', '/v1/demo/service/?tags=a%00b:c', 'GET', 422],
  ])('%s', async (_name, path, method, status) => {
    const body = method === 'POST' ? `{"service_id": "${unknownId}"}` : undefined;
    await expectRejection({ method, path, ...(body && { headers: json, body }) }, status);
  });
});

describe('credentials', () => {
  const services = { method: 'GET', path: '/v1/demo/service/' };

  it.each([
    ['none', () => null],
    ['an API key', () => system.credentials.api_key],
    ['rubbish', () => 'abc.def.ghi'],
    ['a token whose signature was changed', () => `${user.token?.slice(0, -4)}AAAA`],
    [
      'a token that says it needs no signature',
      () => {
        const [, payload] = user.token?.split('.') ?? [];
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      },
    ],
    [
      'a token of somebody else signed by nobody we know',
      () => {
        const [header, payload, signature] = user.token?.split('.') ?? [];
        const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as object;
        const forged = Buffer.from(JSON.stringify({ ...claims, sub: unknownId })).toString('base64url');
        return `${header}.${forged}.${signature}`;
      },
    ],
  ])('%s: 401', async (_name, token) => {
    await expectRejection({ ...services, token: token() }, 401);
  });

  it('a permission that the role lacks: 403', async () => {
    const body = JSON.stringify({
      first_name: 'A',
      last_name: 'B',
      email: 'a@b.example',
      role_name: 'DefaultUserRole',
    });
    await expectRejection({ path: '/v1/demo/user/', headers: json, body }, 403, 'permission_denied');
    await expectRejection({ method: 'DELETE', path: `/v1/demo/user/${userId}` }, 403, 'permission_denied');
  });

  it('another organization, there or not: the same 404', async () => {
    const answers = await Promise.all(
      ['nobody', 'demo2'].map((organization) =>
        send({ method: 'GET', path: `/v1/${organization}/service/` }),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body.error_code).toBe('organization_not_found');
    }
  });

  it('a wrong key at sign-in: 401, an unknown organization: 404, a missing header: 422', async () => {
    const { api_key_id, user_id } = system.credentials;
    const headers = { 'x-api-key': 'wrong', 'x-api-key-id': api_key_id, 'x-user-id': user_id };
    const signIn = (organization: string, given: Readonly<Record<string, string>>) =>
      send({ path: `/v1/${organization}/user/signin_with_api_key`, headers: given, token: null });
    expect((await signIn('demo', headers)).status).toBe(401);
    expect((await signIn('demo', { ...headers, 'x-user-id': unknownId })).status).toBe(401);
    expect((await signIn('nobody', headers)).status).toBe(404);
    expect((await signIn('demo', { 'x-api-key': 'wrong' })).status).toBe(422);
  });
});
