import { jest } from '@jest/globals';
import { DomainError } from '@svc/errors';
import { FrontendView, type UpdateUserRequest } from '@svc/contracts/identity';
import { jsonOf, startTestGateway, type TestGateway } from '../test/harness.js';

// Real connections on a machine that may do much else.
jest.setTimeout(60_000);

const service = {
  serviceId: '65f000000000000000000001',
  name: 'Front desk',
  description: 'Answers questions.',
  isActive: true,
  agentId: '65f000000000000000000002',
  contextGraphId: '65f000000000000000000003',
  versionSets: [
    {
      name: 'edge',
      versionSet: { agentVersionNumber: undefined, contextGraphVersionNumber: 2, llmModelPreferences: [] },
    },
  ],
  tags: [
    { key: 'team', value: 'a' },
    { key: 'beta', value: undefined },
  ],
  keyterms: [],
  creator: { orgId: 'demo', userId: 'u' },
  updatedBy: { orgId: 'demo', userId: 'u' },
};
const preferences = {
  enableResponseRecommendation: false,
  preferredLanguage: undefined,
  conversationsVisibleToAdmins: true,
  userModelVisibleToAdmins: true,
  timezone: 'Europe/Berlin',
  audioKeyterms: [],
};
const user = {
  orgId: 'demo',
  userId: 'u-1',
  firstName: 'Ada',
  lastName: 'L',
  email: 'ada@example.com',
  roleId: 'role-1',
  preferences,
  nonsensitiveVariables: { color: 'red' },
  sensitiveVariableNames: ['pin'],
};

let gateway: TestGateway;
const seen: Record<string, unknown>[] = [];
const see =
  <Response>(response: Response) =>
  (request: object) => {
    const { caller: _caller, ...rest } = request as Record<string, unknown>;
    seen.push(rest);
    return Promise.resolve(response);
  };
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: {
      signInWithApiKey: (request) => {
        if (request.orgId !== 'demo') throw new DomainError('organization_not_found', 'Unknown.');
        if (request.apiKey !== 'secret') throw new DomainError('unauthenticated', 'Wrong key.');
        return Promise.resolve({ idToken: 'a.b.c', expiresAtMs: 1_700_000_000_000 });
      },
      createOrganization: see({ orgId: 'new-org' }),
      getOrganization: ({ orgId, caller }) =>
        Promise.resolve({
          orgId,
          orgName: 'Demo',
          details: caller && { defaultUserPreferences: preferences, userDimensions: [] },
        }),
      listRoles: see({
        roles: [
          {
            id: '65f000000000000000000009',
            name: 'R',
            description: 'd',
            frontendView: FrontendView.FRONTEND_VIEW_ADMIN,
            permissionGrants: [{ permissionName: 'Role:GetRole', conditions: {} }],
          },
        ],
      }),
      createRole: see({ roleId: 'role-9' }),
      assignRole: see({ roleId: 'role-9' }),
      createUser: see({ userId: 'u-2' }),
      listUsers: see({ users: [user], page: { hasMore: true, nextOffset: 1 } }),
      updateUser: see({}),
      deleteUser: () => Promise.reject(new DomainError('not_found', 'There is no user with this id.')),
      createApiKey: see({ apiKeyId: 'k', apiKey: 'svc_x', expiresAtMs: 1_700_000_000_000 }),
      listApiKeys: see({
        apiKeys: [
          {
            recordId: '65f00000000000000000000a',
            apiKeyId: 'k',
            name: undefined,
            orgId: 'demo',
            creatorUserId: 'u-1',
            roleId: 'role-1',
            createdAtMs: 1_700_000_000_000,
            updatedAtMs: 1_700_000_000_000,
            expiresAtMs: 1_700_086_400_000,
          },
        ],
      }),
      deleteApiKey: see({ apiKeyId: 'k' }),
    },
    agents: {
      listServices: see({
        services: [service],
        page: { hasMore: false, nextOffset: undefined },
        filterValues: { tags: ['team:a'] },
      }),
    },
    conversations: {
      getUserStatistics: see({
        statistics: [
          { userId: 'u-1', numConversations: 2, numMessages: 9, lastMessageAtMs: 1_700_000_000_000 },
        ],
      }),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  seen.length = 0;
});
const last = () => seen.at(-1);
const fieldsOf = async (response: Response) => Object.keys((await jsonOf(response))['errors'] as object);

describe('sign-in', () => {
  const signIn = (headers: Record<string, string>, org = 'demo') =>
    fetch(`${gateway.url}/v1/${org}/user/signin_with_api_key`, { method: 'POST', headers });
  const good = { 'x-api-key': 'secret', 'x-api-key-id': 'k', 'x-user-id': 'u' };

  it('answers a token for the three headers', async () => {
    const response = await signIn(good);
    expect(response.status).toBe(200);
    expect(await jsonOf(response)).toEqual({ id_token: 'a.b.c', expires_at: '2023-11-14T22:13:20.000Z' });
  });

  it('tells apart a wrong key, an unknown organization and a missing header', async () => {
    const { 'x-user-id': _left, ...incomplete } = good;
    expect((await signIn({ ...good, 'x-api-key': 'wrong' })).status).toBe(401);
    expect((await signIn(good, 'nowhere')).status).toBe(404);
    const missing = await signIn(incomplete);
    expect([missing.status, await fieldsOf(missing)]).toEqual([422, ['header.x-user-id']]);
  });
});

describe('organizations', () => {
  const body = { org_name: 'New', user_dimensions: [{ description: 'Taste', tags: ['t'] }], logo: 'ignored' };

  it('are created by Bearer alone, with the cluster header, under the id in the path', async () => {
    const created = await gateway.call('PUT', '/v1/new-org/organization/', body, {
      'x-store-cluster-name': 'c1',
    });
    expect([created.status, await jsonOf(created)]).toEqual([201, { org_id: 'new-org' }]);
    expect(last()).toEqual({
      orgId: 'new-org',
      orgName: 'New',
      userDimensions: body.user_dimensions,
      defaultUserPreferences: undefined,
    });

    const token = await gateway.token();
    const basic = { authorization: `Basic ${Buffer.from(`demo_user-1:${token}`).toString('base64')}` };
    const refused = await gateway.call('PUT', '/v1/new-org/organization/', body, {
      ...basic,
      'x-store-cluster-name': 'c1',
    });
    expect(refused.status).toBe(401);
  });

  it('that are not to be are refused by identity, not by the path', async () => {
    for (const orgId of ['me', '0191f0d2-7a0b-4c3e-8c0a-2f1f3c9a0b11']) {
      await gateway.call('PUT', `/v1/${orgId}/organization/`, body, { 'x-store-cluster-name': 'c1' });
      expect(last()).toMatchObject({ orgId });
    }
  });

  it('are not created without the cluster header', async () => {
    const response = await gateway.call('PUT', '/v1/new-org/organization/', body);
    expect([response.status, await fieldsOf(response)]).toEqual([422, ['header.x-store-cluster-name']]);
    expect(seen).toEqual([]);
  });

  it('show their name to everyone, and their preferences to those signed in', async () => {
    const open = await fetch(`${gateway.url}/v1/demo/organization/`);
    const signedIn = await gateway.call('GET', '/v1/demo/organization/');

    expect(await jsonOf(open)).toEqual({
      org_id: 'demo',
      org_name: 'Demo',
      default_user_preferences: null,
      tenant_id: null,
    });
    expect(await jsonOf(signedIn)).toMatchObject({
      default_user_preferences: { timezone: 'Europe/Berlin', preferred_language: null },
    });
  });
});

describe('roles', () => {
  it('are listed with their grants when asked', async () => {
    const response = await gateway.call('GET', '/v1/demo/role/?return_permission_grants=true&name=A&name=B');
    expect(last()).toEqual({ ids: [], names: ['A', 'B'], withPermissionGrants: true });
    expect(await jsonOf(response)).toEqual({
      roles: [
        {
          id: '65f000000000000000000009',
          name: 'R',
          description: 'd',
          frontend_view: 'admin',
          permission_grants: [{ permission_name: 'Role:GetRole', conditions: {} }],
        },
      ],
    });
  });

  it('are created and assigned', async () => {
    const created = await gateway.call('POST', '/v1/demo/role/', {
      role_name: 'R',
      description: 'd',
      frontend_view: 'client',
      permission_grants: [
        {
          permission_name: 'Service:GetService',
          conditions: { org_id: { type: 'Equals', value: '{self_org_id}' } },
        },
      ],
    });
    expect([created.status, await jsonOf(created)]).toEqual([201, { role_id: 'role-9' }]);
    expect(last()).toMatchObject({
      frontendView: 'FRONTEND_VIEW_CLIENT',
      permissionGrants: [{ permissionName: 'Service:GetService' }],
    });

    const assigned = await gateway.call('POST', '/v1/demo/role/R/assign', { user_id: 'u-1' });
    expect([assigned.status, await jsonOf(assigned)]).toEqual([200, { role_id: 'role-9' }]);
    expect(last()).toEqual({ roleName: 'R', userId: 'u-1' });
  });

  it('are refused with an unknown permission', async () => {
    const response = await gateway.call('POST', '/v1/demo/role/', {
      role_name: 'R',
      description: 'd',
      frontend_view: 'client',
      permission_grants: [{ permission_name: 'Nothing:AtAll' }],
    });
    expect([response.status, await fieldsOf(response)]).toEqual([
      422,
      ['body.permission_grants.0.permission_name'],
    ]);
  });
});

describe('users', () => {
  it('are created', async () => {
    const response = await gateway.call('POST', '/v1/demo/user/', {
      first_name: ' Ada ',
      last_name: 'L',
      email: 'ada@example.com',
      role_name: 'DefaultUserRole',
      user_preferences: { timezone: 'Europe/Berlin' },
    });
    expect([response.status, await jsonOf(response)]).toEqual([201, { user_id: 'u-2', verify_link: null }]);
    expect(last()).toMatchObject({ firstName: 'Ada', preferences, nonsensitiveVariables: {} });
  });

  it('are listed with their statistics', async () => {
    const response = await gateway.call(
      'GET',
      '/v1/demo/user/?email=a&limit=0&sort_by=-last_name&sort_by=+email',
    );
    expect(seen[0]).toEqual({
      userIds: [],
      emails: ['a'],
      page: { limit: 0, offset: 0 },
      sortBy: [
        { field: 'last_name', descending: true },
        { field: 'email', descending: false },
      ],
    });
    expect(await jsonOf(response)).toEqual({
      users: [
        {
          org_id: 'demo',
          user_id: 'u-1',
          first_name: 'Ada',
          last_name: 'L',
          email: 'ada@example.com',
          user_stats: {
            num_conversations: 2,
            num_messages: 9,
            last_message_time: '2023-11-14T22:13:20.000Z',
          },
          role: 'role-1',
          preferences: {
            enable_response_recommendation: false,
            preferred_language: null,
            conversations_visible_to_admins: true,
            user_model_visible_to_admins: true,
            timezone: 'Europe/Berlin',
            audio_keyterms: [],
          },
          nonsensitive_variables: { color: 'red' },
          sensitive_variables: ['pin'],
          enable_actions_access: false,
        },
      ],
      has_more: true,
      continuation_token: 1,
    });
  });

  it('keep what an update leaves out, and lose what it erases', async () => {
    const update = async (body: object): Promise<UpdateUserRequest> => {
      const response = await gateway.call('POST', '/v1/demo/user/u-1', body);
      expect([response.status, await response.text()]).toEqual([204, '']);
      return last() as unknown as UpdateUserRequest;
    };
    const unchanged = await update({ preferred_language: {}, timezone: {}, first_name: null });
    expect([unchanged.preferredLanguage, unchanged.timezone, unchanged.firstName]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const erased = await update({ timezone: null });
    expect(erased.timezone).toEqual({ value: undefined });
    const changed = await update({
      preferred_language: 'deu',
      additional_context: ['likes tea'],
      audio_keyterms: [],
    });
    expect(changed).toMatchObject({
      userId: 'u-1',
      preferredLanguage: { value: 'deu' },
      additionalContext: ['likes tea'],
      audioKeyterms: { values: [] },
    });
  });

  it('with an unknown id are not found', async () => {
    expect((await gateway.call('DELETE', '/v1/demo/user/who%20knows')).status).toBe(404);
  });
});

describe('API keys', () => {
  it('are created for the administrator role unless another is named, listed and deleted', async () => {
    const created = await gateway.call('POST', '/v1/demo/organization/api_key/', { duration: 'P30D' });
    expect([created.status, await jsonOf(created)]).toEqual([
      201,
      { api_key_id: 'k', api_key: 'svc_x', expires_at: '2023-11-14T22:13:20.000Z' },
    ]);
    expect(last()).toEqual({ name: undefined, duration: 'P30D', roleName: 'DefaultAdministratorRole' });

    const listed = await jsonOf(await gateway.call('GET', '/v1/demo/organization/api_key/'));
    expect(listed).toMatchObject({
      api_keys: [{ _id: '65f00000000000000000000a', key_id: 'k', name: null }],
    });

    const deleted = await gateway.call('DELETE', '/v1/demo/organization/api_key/k/');
    expect([deleted.status, await jsonOf(deleted)]).toEqual([200, { deleted_key_id: 'k' }]);
  });
});

describe('services', () => {
  it('are listed by filter', async () => {
    const query = `id=${service.serviceId}&id=${service.serviceId}&is_active=true&tags=team:*&tags=x:y:z&sort_by=%2Bname`;
    const response = await gateway.call('GET', `/v1/demo/service/?${query}`);

    expect(last()).toEqual({
      serviceIds: [service.serviceId],
      isActive: true,
      tags: [
        { key: 'team', match: { $case: 'anyValue', value: true } },
        { key: 'x', match: { $case: 'value', value: 'y:z' } },
      ],
      sortBy: [{ field: 'name', descending: false }],
      page: { limit: 10, offset: 0 },
    });
    expect(await jsonOf(response)).toEqual({
      services: [
        {
          id: service.serviceId,
          name: 'Front desk',
          description: 'Answers questions.',
          is_active: true,
          service_hierarchical_state_machine_id: service.contextGraphId,
          agent_id: service.agentId,
          version_sets: {
            edge: {
              agent_version_number: null,
              service_hierarchical_state_machine_version_number: 2,
              llm_model_preferences: {},
            },
          },
          tags: [
            { key: 'team', value: 'a' },
            { key: 'beta', value: null },
          ],
          keyterms: [],
          creator: { org_id: 'demo', user_id: 'u' },
          updated_by: { org_id: 'demo', user_id: 'u' },
        },
      ],
      has_more: false,
      continuation_token: null,
      filter_values: { tags: ['team:a'] },
    });
  });

  it.each([
    ['a malformed id', 'id=xyz', 'query.id.0'],
    ['a limit out of bounds', 'limit=21', 'query.limit'],
    ['a limit of nothing', 'limit=', 'query.limit'],
    ['a fraction', 'continuation_token=1.5', 'query.continuation_token'],
    ['an unknown sort field', 'sort_by=-size', 'query.sort_by.0'],
    ['no boolean', 'is_active=1', 'query.is_active'],
    ['a tag without colon', 'tags=team', 'query.tags.0'],
  ])('are not listed by %s', async (_name, query, field) => {
    const response = await gateway.call('GET', `/v1/demo/service/?${query}`);
    expect([response.status, await fieldsOf(response)]).toEqual([422, [field]]);
    expect(seen).toEqual([]);
  });
});

describe('health', () => {
  it('is ready when the services are reachable', async () => {
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200);
  });
});
