import { hashApiKey, workspaceKeyIdOf, workspacePermissionNames, type WorkspacePermission } from '@svc/auth';
import type { GetWorkspaceKeyAccessRequest } from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import { DomainError, type ErrorCode } from '@svc/errors';
import { eventually, samplesOf } from '@svc/testing';
import { answeringIdentity } from './answering-identity.js';
import { jsonOf, outcomeOf } from './answers.js';
import {
  bearsWorkspaceKey,
  startTestGateway,
  workspaceId,
  workspaceKey,
  workspaceKeyAccess,
  type TestGateway,
} from './harness.js';
import { startIdentityLog } from './identity-log.js';

let gateway: TestGateway;
let identity: Awaited<ReturnType<typeof startIdentityLog>>;
const asked: GetWorkspaceKeyAccessRequest[] = [];
let rejection: ErrorCode | undefined;
let held: readonly WorkspacePermission[] | undefined;
let created: object | undefined;

beforeAll(async () => {
  identity = await startIdentityLog();
  gateway = await startTestGateway({
    bus: identity.bus,
    identity: {
      ...answeringIdentity,
      getWorkspaceKeyAccess: (request) => {
        asked.push(request);
        if (rejection) return Promise.reject(new DomainError(rejection, 'No.'));
        return Promise.resolve(workspaceKeyAccess(held));
      },
      getWorkspaceUserAccess: () => Promise.reject(new DomainError('workspace_mismatch', 'No.')),
      createWorkspaceApiKey: (request) => {
        created = request;
        const { creatorCredentialId, ...key } = { keyId: 'k', apiKey: 's', creatorCredentialId: 'c' };
        const shown = { name: request.name, role: request.role, permissions: request.permissions };
        return Promise.resolve({ apiKey: { ...key, ...shown, expiresAtMs: 0, creatorCredentialId } });
      },
    },
  });
  await identity.begun;
});
afterAll(async () => {
  await gateway?.stop();
  await identity?.drop();
});
beforeEach(() => {
  asked.length = 0;
  rejection = undefined;
  held = undefined;
  // No cached entry of an earlier test is left.
  gateway.clock.nowMs += 120_000;
});

const keysPath = `/v1/${workspaceId}/api-keys`;
const send = (path: string, init: RequestInit = {}) =>
  fetch(`${gateway.url}${path}`, { ...init, headers: { ...bearsWorkspaceKey, ...init.headers } });
const statusOf = async (path: string, init?: RequestInit) => (await send(path, init)).status;
const post = (path: string, body: object) =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a workspace key', () => {
  it('is not sent to identity: its id and its hash are', async () => {
    expect(await statusOf(keysPath)).toBe(200);
    expect(asked).toEqual([
      { keyId: workspaceKeyIdOf(workspaceKey), secretSha256: hashApiKey(workspaceKey) },
    ]);
  });

  it('is looked up once within 5 s, and then again', async () => {
    for (let request = 0; request < 3; request += 1) await statusOf(keysPath);
    expect(asked).toHaveLength(1);
    gateway.clock.nowMs += 5_000;
    expect(await statusOf(keysPath)).toBe(200);
    expect(asked).toHaveLength(2);
  });

  it('that is malformed is rejected without a lookup', async () => {
    const broken = { authorization: `Bearer ${workspaceKey.slice(0, -1)}x` };
    expect(await outcomeOf(await send(keysPath, { headers: broken }))).toEqual([401, 'invalid_api_key']);
    expect(asked).toEqual([]);
  });

  it.each([
    ['unauthenticated', 'invalid_api_key'],
    ['expired_api_key', 'expired_api_key'],
  ] as const)('that identity refuses (%s) is answered %s, and not kept', async (code, shown) => {
    rejection = code;
    expect(await outcomeOf(await send(keysPath))).toEqual([401, shown]);
    rejection = undefined;
    expect(await statusOf(keysPath)).toBe(200);
  });

  it('is no credential of the Classic interface, and Basic none of this one', async () => {
    expect(await outcomeOf(await send('/v1/demo/service/'))).toEqual([401, 'unauthenticated']);
    const basic = `Basic ${Buffer.from(`demo_user-1:${await gateway.token()}`).toString('base64')}`;
    const response = await send(keysPath, { headers: { authorization: basic } });
    expect(await outcomeOf(response)).toEqual([401, 'invalid_api_key']);
  });

  it('without the permission of the route is rejected, though it has all others', async () => {
    held = workspacePermissionNames.filter((name) => name !== 'Workspace.view');
    const refused = await send(`/v1/workspaces/${workspaceId}`);
    expect(await outcomeOf(refused)).toEqual([403, 'permission_denied']);
  });

  it('creates no workspaces: only users do', async () => {
    const body = { slug: 'front-desk', name: 'Front desk' };
    expect(await outcomeOf(await post('/v1/me/workspaces', body))).toEqual([403, 'permission_denied']);
    rejection = 'unauthenticated';
    gateway.clock.nowMs += 5_000;
    expect(await outcomeOf(await post('/v1/me/workspaces', body))).toEqual([401, 'invalid_api_key']);
  });

  it('lists its workspace on the first page', async () => {
    expect(await jsonOf(await send('/v1/workspaces'))).toMatchObject({
      items: [{ id: 'w' }],
      has_more: false,
    });
    expect(await jsonOf(await send('/v1/workspaces?continuation_token=10'))).toMatchObject({ items: [] });
  });

  it('finds its workspace in either case of the path', async () => {
    expect(await statusOf(`/v1/${workspaceId.toUpperCase()}/api-keys`)).toBe(200);
  });
});

describe('a token', () => {
  it('of a user without a role in the workspace is rejected like a key of another workspace', async () => {
    const headers = await gateway.bearer();
    for (const path of [keysPath, `/v1/workspaces/${workspaceId}`, '/v1/auth/me'])
      expect(await outcomeOf(await send(path, { headers }))).toEqual([403, 'workspace_mismatch']);
  });

  it('is told that it is of no workspace by the route that describes a key', async () => {
    const { detail } = await jsonOf(await send('/v1/auth/me', { headers: await gateway.bearer() }));
    expect(detail).toBe('An id_token is of no one workspace. Send an API key of a workspace.');
  });

  it('lists the workspaces of its user', async () => {
    const response = await send('/v1/workspaces', { headers: await gateway.bearer() });
    expect(await jsonOf(response)).toMatchObject({ items: [{ id: 'w', backend_org_id: 'demo' }] });
  });
});

describe('a gateway that receives changes in workspaces', () => {
  it.each([
    ['rotated', identityEvents.WorkspaceApiKeyRotated.type, samplesOf(identityEvents.WorkspaceApiKeyRotated)],
    ['deleted', identityEvents.WorkspaceApiKeyDeleted.type, samplesOf(identityEvents.WorkspaceApiKeyDeleted)],
    [
      'archived with its workspace',
      identityEvents.WorkspaceArchived.type,
      samplesOf(identityEvents.WorkspaceArchived),
    ],
    [
      'handed over with its workspace to another owner',
      identityEvents.WorkspaceOwnerChanged.type,
      samplesOf(identityEvents.WorkspaceOwnerChanged),
    ],
  ])('given a key that is %s, does not go on with what it has kept', async (_what, type, samples) => {
    for (const sample of samples) {
      rejection = undefined;
      gateway.clock.nowMs += 120_000;
      expect(await statusOf(keysPath)).toBe(200);
      rejection = 'unauthenticated';
      expect(await statusOf(keysPath)).toBe(200);
      await identity.publishIn(`ws:${workspaceId}`, type, sample);
      await eventually(async () => expect(await statusOf(keysPath)).toBe(401));
    }
  });

  it.each([
    ['rotates', () => post(`${keysPath}/k/rotate`, { duration_days: 1 })],
    ['deletes', () => send(`${keysPath}/k`, { method: 'DELETE' })],
    ['archives', () => post(`/v1/workspaces/${workspaceId}/archive`, { slug: 'front-desk' })],
  ])('that %s itself asks again at once', async (_what, change) => {
    expect(await statusOf(keysPath)).toBe(200);
    expect((await change()).status).toBeLessThan(300);
    rejection = 'unauthenticated';
    expect(await statusOf(keysPath)).toBe(401);
  });
});

describe('creating a key', () => {
  it('defaults to a member, and returns the key once', async () => {
    const response = await post(keysPath, { duration_days: 30 });
    expect([response.status, await jsonOf(response)]).toEqual([
      201,
      {
        key_id: 'k',
        api_key: 's',
        name: null,
        role: 'member',
        permissions: [],
        expires_at: '1970-01-01T00:00:00.000Z',
        created_by_entity_id: null,
        created_by_credential_id: 'c',
      },
    ]);
    expect(created).toMatchObject({ durationDays: 30, role: 'member', permissions: [] });
  });

  it.each([
    [{}, 'body.duration_days'],
    [{ duration_days: 91 }, 'body.duration_days'],
    [{ duration_days: 1, role: 'god' }, 'body.role'],
  ])('given %j names the field', async (body, field) => {
    const { detail, error_code: code } = await jsonOf(await post(keysPath, body));
    expect(code).toBe('validation_failed');
    expect((detail as { loc: string[] }[]).map(({ loc }) => loc.join('.'))).toEqual([field]);
  });
});

describe('the permission catalog', () => {
  it('names roles by rising priority, and the permissions of each', async () => {
    const { roles, permissions } = await jsonOf(await send(`${keysPath}/permission-catalog`));
    expect((roles as { name: string }[]).map(({ name }) => name)).toEqual([
      'viewer',
      'operator',
      'member',
      'admin',
      'owner',
    ]);
    expect(permissions).toContainEqual({ name: 'ApiKey.view', namespace: 'ApiKey', action: 'view' });
  });
});

describe('a path of the Platform interface', () => {
  it.each([
    ['GET', `/v1/${workspaceId}/nothing`, 404, 'not_found'],
    ['GET', '/v1/workspaces/service', 404, 'not_found'],
    ['GET', '/v1/demo/api-keys', 404, 'not_found'],
    ['PUT', '/v1/demo/api-keys', 404, 'not_found'],
    ['PUT', keysPath, 405, 'method_not_allowed'],
    ['GET', `${keysPath}?limit=%zz`, 400, 'bad_request'],
    ['GET', `/v1/${workspaceId}/nothing?limit=%zz`, 400, 'bad_request'],
  ])('%s %s answers %d %s', async (method, path, status, code) => {
    expect(await outcomeOf(await send(path, { method }))).toEqual([status, code]);
  });

  it('accepts no other region for an existing workspace', async () => {
    const response = await send(`/v1/workspaces/${workspaceId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ region: 'eu-central-1' }),
    });
    expect(await outcomeOf(response)).toEqual([422, 'validation_failed']);
  });
});
