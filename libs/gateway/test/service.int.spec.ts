import type { StoredDefinition } from '@svc/contracts/agents';
import { DomainError, validationError } from '@svc/errors';
import { brokenFieldsOf, jsonOf, outcomeOf } from './answers.js';
import { accessWith, startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';

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
const seen = new Seen();
let gateway: TestGateway;
let refusal: DomainError | undefined;
const answer = <Answer>(request: object, given: Answer): Promise<Answer> =>
  refusal ? Promise.reject(refusal) : seen.answer(given)(request);

const author = { orgId: 'demo', userId: 'u' };
const definition: StoredDefinition = {
  kind: 'service',
  definitionId: service.serviceId,
  parentId: undefined,
  name: 'Front desk',
  bodyJson: '{}',
  latestVersion: 0,
  latestVersionId: undefined,
  latestSummaryJson: '{}',
  isRetired: false,
  createdAtMs: 0,
  updatedAtMs: 0,
  creator: author,
  updatedBy: author,
  secretNames: [],
  childCount: 0,
  referenceNames: {},
};

const path = `/v1/demo/service/${service.serviceId}`;
const given = {
  name: 'Front desk',
  description: ' Answers questions. ',
  is_active: true,
  agent_id: service.agentId,
  service_hierarchical_state_machine_id: service.contextGraphId,
};
const preference = { llm_name: 'model-1', params: { temperature: 0 } };
const set = {
  agent_version_number: 1,
  service_hierarchical_state_machine_version_number: 2,
  llm_model_preferences: { engage_user: preference },
};
const storedSet = {
  agent_version_number: 1,
  context_graph_version_number: 2,
  llm_model_preferences: { engage_user: preference },
};
const sentJson = (field: string) => JSON.parse(String(seen.last?.[field])) as unknown;
beforeAll(async () => {
  gateway = await startTestGateway({
    agents: {
      listServices: seen.answer({
        services: [service],
        page: { hasMore: false, nextOffset: undefined },
        filterValues: { tags: ['team:a'] },
      }),
    },
    definitions: {
      createDefinition: (request) => answer(request, { definition }),
      updateDefinition: (request) => answer(request, { definition }),
      putServiceVersionSet: (request) => answer(request, {}),
      deleteServiceVersionSet: (request) => answer(request, {}),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  seen.forget();
  refusal = undefined;
});

describe('services', () => {
  it('are listed by filter', async () => {
    const query = `id=${service.serviceId}&id=${service.serviceId}&is_active=true&tags=team:*&tags=x:y:z&sort_by=%2Bname`;
    const response = await gateway.call('GET', `/v1/demo/service/?${query}`);

    expect(seen.last).toEqual({
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
    ['no boolean', 'is_active=2', 'query.is_active'],
    ['a tag without colon', 'tags=team', 'query.tags.0'],
  ])('are not listed by %s', async (_name, query, field) => {
    const response = await gateway.call('GET', `/v1/demo/service/?${query}`);
    expect(await brokenFieldsOf(response)).toEqual([422, [field]]);
    expect(seen.requests).toEqual([]);
  });
});

describe('a service', () => {
  it('is created with its keyterms and tags, and what release means', async () => {
    const body = { ...given, keyterms: ['knee'], tags: { team: 'a', beta: null }, release_version_set: set };
    const answered = await gateway.call('POST', '/v1/demo/service', body);
    expect([answered.status, await jsonOf(answered)]).toEqual([201, { id: service.serviceId }]);
    expect(seen.last).toMatchObject({ kind: 'service', name: 'Front desk', secrets: {} });
    expect(sentJson('bodyJson')).toEqual({
      description: 'Answers questions.',
      is_active: true,
      agent_id: service.agentId,
      context_graph_id: service.contextGraphId,
      keyterms: ['knee'],
      tags: [
        { key: 'team', value: 'a' },
        { key: 'beta', value: null },
      ],
      version_sets: { release: storedSet },
    });
  });

  it('is created without keyterms, tags and a version set', async () => {
    expect((await gateway.call('POST', '/v1/demo/service/', given)).status).toBe(201);
    expect(sentJson('bodyJson')).toMatchObject({ keyterms: [], tags: [] });
    expect(sentJson('bodyJson')).not.toHaveProperty('version_sets');
  });

  it('given a change, then what is null or missing stays, and the answer is an empty object', async () => {
    const change = { name: null, tags: {}, service_hierarchical_state_machine_id: service.agentId };
    const answered = await gateway.call('POST', `${path}/`, change);
    expect([answered.status, await answered.text()]).toEqual([200, '{}']);
    expect(seen.last).toMatchObject({ definitionId: service.serviceId, name: undefined });
    expect(sentJson('bodyJson')).toEqual({ tags: [], context_graph_id: service.agentId });
    await gateway.call('POST', path, { name: 'Desk', is_active: false });
    expect(seen.last).toMatchObject({ name: 'Desk', bodyJson: '{"is_active":false}' });
  });

  it.each([
    ['POST', '', { ...given, name: '' }, 'body.name'],
    ['POST', '', { ...given, is_active: 'yes' }, 'body.is_active'],
    ['POST', '', { ...given, agent_id: 'mara' }, 'body.agent_id'],
    ['POST', '', { ...given, keyterms: [''] }, 'body.keyterms.0'],
    ['POST', '', { ...given, tags: { 'a:b': null } }, 'body.tags.a:b'],
    [
      'POST',
      '',
      { ...given, release_version_set: { ...set, agent_version_number: '1' } },
      'body.release_version_set.agent_version_number',
    ],
    ['POST', '/mara/', {}, 'path.service_id'],
    ['POST', `/${service.serviceId}/`, { keyterms: 'knee' }, 'body.keyterms'],
    ['PUT', `/${service.serviceId}/version_sets/a.b/`, { version_set: {} }, 'path.version_set_name'],
    ['PUT', `/${service.serviceId}/version_sets/test/`, {}, 'body.version_set'],
    ['DELETE', `/${service.serviceId}/version_sets/${'x'.repeat(41)}/`, undefined, 'path.version_set_name'],
  ])('%s …%s with %j is refused', async (method, rest, body, field) => {
    const answered = await gateway.call(method, `/v1/demo/service${rest}`, body);
    expect(await brokenFieldsOf(answered)).toEqual([422, [field]]);
    expect(seen.requests).toEqual([]);
  });

  it('given a set for release that the agents service refuses, then the request names it', async () => {
    const loc = ['body', 'version_sets', 'release'];
    refusal = validationError([{ loc, msg: 'must hold at most 4096 bytes', type: 'too_long' }]);
    const answered = await gateway.call('POST', '/v1/demo/service/', { ...given, release_version_set: set });
    expect(await brokenFieldsOf(answered)).toEqual([422, ['body.release_version_set']]);
  });

  it.each([
    ['conflict', 409],
    ['not_found', 404],
    ['invalid_request', 400],
  ] as const)('given %s, then the answer is %i', async (code, status) => {
    refusal = new DomainError(code, 'No.');
    expect(await outcomeOf(await gateway.call('POST', '/v1/demo/service/', given))).toEqual([status, code]);
    expect(await outcomeOf(await gateway.call('POST', `${path}/`, {}))).toEqual([status, code]);
    const put = gateway.call('PUT', `${path}/version_sets/test/`, { version_set: set });
    expect(await outcomeOf(await put)).toEqual([status, code]);
  });
});

describe('a version set', () => {
  it('is put under its name; missing numbers mean the latest', async () => {
    const put = (version_set: object) => gateway.call('PUT', `${path}/version_sets/test/`, { version_set });
    expect((await put(set)).status).toBe(204);
    expect(seen.last).toMatchObject({ serviceId: service.serviceId, name: 'test' });
    expect(sentJson('versionSetJson')).toEqual(storedSet);
    await put({});
    expect(sentJson('versionSetJson')).toEqual({
      agent_version_number: null,
      context_graph_version_number: null,
      llm_model_preferences: {},
    });
  });

  it('is deleted', async () => {
    expect((await gateway.call('DELETE', `${path}/version_sets/test/`)).status).toBe(204);
    expect(seen.last).toMatchObject({ serviceId: service.serviceId, name: 'test' });
  });

  it.each([
    ['Service:CreateVersionSet', 204],
    ['Service:UpdateVersionSet', 204],
    ['Service:DeleteVersionSet', 403],
  ] as const)('given only %s, then the answer to a put is %i', async (permission, status) => {
    const grants: string[][] = [];
    const own = await startTestGateway({
      identity: { getAccess: () => Promise.resolve(accessWith([permission])) },
      definitions: {
        putServiceVersionSet: ({ caller }) => {
          grants.push((caller?.grants ?? []).map(({ permissionName }) => permissionName));
          return Promise.resolve({});
        },
      },
    });
    const { status: answered } = await own.call('PUT', `${path}/version_sets/test/`, { version_set: {} });
    await own.stop();
    expect(answered).toBe(status);
    expect(grants).toEqual(status === 204 ? [[permission]] : []);
  });
});
