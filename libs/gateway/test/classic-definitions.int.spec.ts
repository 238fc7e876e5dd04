import type {
  CreateDefinitionRequest,
  CreateDefinitionVersionRequest,
  ListDefinitionsRequest,
  ListDefinitionVersionsRequest,
  RetireDefinitionRequest,
  StoredDefinition,
  StoredDefinitionVersion,
} from '@svc/contracts/agents';
import { AgentVersionBody, classicGraphSchema } from '@svc/definitions/classic';
import { DomainError, type ErrorCode } from '@svc/errors';
import { gatewayRoutes } from '../src/controllers.js';
import { brokenFieldsOf, jsonOf, outcomeOf } from './answers.js';
import { findRoute } from './find-route.js';
import { accessWith, startTestGateway, type TestGateway } from './harness.js';

const id = '65f000000000000000000001';
const versionId = '65f000000000000000000002';
const author = { orgId: 'demo', userId: 'user-1' };
const createdAt = '2026-11-23T17:00:00.000Z';

const agents = '/v1/demo/organization/agent';
const graphs = '/v1/demo/organization/service_hierarchical_state_machine';
const exampleOf = (path: string) =>
  findRoute(gatewayRoutes, 'POST', `${path}/${id}/`)?.example?.body as Record<string, unknown>;
const agentVersion = AgentVersionBody.parse(exampleOf(agents));
const recall = { type: 'recall', name: 'look_up', queries: ['their last visit'], next_state: 'goodbye' };
const graphBody = exampleOf(graphs);
const graph = { ...graphBody, states: [...(graphBody['states'] as object[]), recall] };

function stored(latestVersion: number, isRetired = false): StoredDefinition {
  return {
    kind: 'agent',
    definitionId: id,
    parentId: undefined,
    name: 'Mara',
    bodyJson: '{}',
    latestVersion,
    latestVersionId: undefined,
    latestSummaryJson: '{}',
    isRetired,
    createdAtMs: Date.parse(createdAt),
    updatedAtMs: Date.parse(createdAt),
    creator: author,
    updatedBy: author,
    secretNames: [],
    childCount: 0,
    referenceNames: {},
  };
}

function storedVersion(body: object): StoredDefinitionVersion {
  return {
    definitionId: id,
    versionId,
    version: 2,
    label: undefined,
    bodyJson: JSON.stringify(body),
    createdAtMs: Date.parse(createdAt),
    creator: author,
    isRetired: false,
  };
}

let gateway: TestGateway;
let rejection: ErrorCode | undefined;
const asked: {
  create?: CreateDefinitionRequest;
  list?: ListDefinitionsRequest;
  version?: CreateDefinitionVersionRequest;
  versions?: ListDefinitionVersionsRequest;
  retire?: RetireDefinitionRequest;
} = {};
const answer = <Answer>(given: Answer): Promise<Answer> =>
  rejection ? Promise.reject(new DomainError(rejection, 'No.')) : Promise.resolve(given);

beforeAll(async () => {
  const page = { hasMore: true, nextOffset: 11 };
  gateway = await startTestGateway({
    definitions: {
      createDefinition: (request) => {
        asked.create = request;
        return answer({ definition: stored(0) });
      },
      listDefinitions: (request) => {
        asked.list = request;
        return answer({ definitions: [stored(3), stored(0, true)], page, filterValues: undefined });
      },
      createDefinitionVersion: (request) => {
        asked.version = request;
        const version = request.dryRun ? undefined : storedVersion({});
        return answer({ version, warnings: [] });
      },
      listDefinitionVersions: (request) => {
        asked.versions = request;
        const body = request.kind === 'agent' ? agentVersion : classicGraphSchema.parse(graph);
        return answer({ versions: [storedVersion(body)], page });
      },
      retireDefinition: (request) => {
        asked.retire = request;
        return answer({});
      },
    },
  });
});
afterAll(() => gateway?.stop());
beforeEach(() => {
  rejection = undefined;
});

const send = (method: string, path: string, body?: unknown) => gateway.call(method, path, body);

describe.each([
  ['agent', agents, 'agent_name', 'agents', 'agent_versions'],
  [
    'context_graph',
    graphs,
    'state_machine_name',
    'service_hierarchical_state_machines',
    'state_machine_versions',
  ],
])('definitions of an organization: %s', (kind, path, nameKey, listKey, versionsKey) => {
  it('are created by their name alone', async () => {
    const answered = await send('POST', path, { [nameKey]: ' Mara ', more: 1 });
    expect([answered.status, await jsonOf(answered)]).toEqual([201, { id }]);
    expect(asked.create).toMatchObject({
      caller: { tenantId: 'org:demo' },
      workspaceCaller: undefined,
      ...{ kind, name: 'Mara', bodyJson: '{}', parentId: undefined, secrets: {} },
    });
  });

  it('are listed by their ids and by whether they are deprecated', async () => {
    const query = `id=${id}&id=${id}&deprecated=true&limit=1&continuation_token=10`;
    expect(await jsonOf(await send('GET', `${path}?${query}`))).toEqual({
      [listKey]: [
        { id, name: 'Mara', deprecated: false, latest_version: 3 },
        { id, name: 'Mara', deprecated: true, latest_version: null },
      ],
      has_more: true,
      continuation_token: 11,
    });
    expect(asked.list).toMatchObject({
      ...{ kind, definitionIds: [id], isRetired: true, sortBy: [], tags: [] },
      page: { limit: 1, offset: 10 },
    });
    await send('GET', path);
    expect(asked.list).toMatchObject({
      ...{ definitionIds: [], isRetired: undefined },
      page: { limit: kind === 'agent' ? 10 : 50, offset: 0 },
    });
  });

  it('get a version under the number that is expected, at a path with a slash or without', async () => {
    const body = exampleOf(path);
    const answered = await send('POST', `${path}/${id}/?version=2`, { ...body, more: 1 });
    expect([answered.status, await jsonOf(answered)]).toEqual([
      201,
      { id: versionId, version: 2, created_at: createdAt },
    ]);
    expect(asked.version).toMatchObject({ kind, definitionId: id, expectedVersion: 2, dryRun: false });
    expect(JSON.parse(asked.version?.bodyJson ?? '')).not.toHaveProperty('more');
    expect((await send('POST', `${path}/${id}`, body)).status).toBe(201);
    expect(asked.version?.expectedVersion).toBeUndefined();
  });

  it('list their versions by a range', async () => {
    const query = 'version=2-latest&sort_by=-version&limit=1&continuation_token=3';
    const answered = await jsonOf(await send('GET', `${path}/${id}/version?${query}`));
    expect(answered).toMatchObject({ has_more: true, continuation_token: 11 });
    const idKey = kind === 'agent' ? 'agent_id' : 'service_hierarchical_state_machine_id';
    expect(answered[versionsKey]).toEqual([
      {
        ...{ id: versionId, org_id: 'demo', [idKey]: id, version: 2, created_at: createdAt },
        creator: { org_id: 'demo', user_id: 'user-1' },
        ...(kind === 'agent' ? agentVersion : classicGraphSchema.parse(graph)),
      },
    ]);
    expect(asked.versions).toMatchObject({
      ...{ kind, definitionId: id, versions: '2-latest' },
      sortBy: [{ field: 'version', descending: true }],
      page: { limit: 1, offset: 3 },
    });
  });

  it('are deprecated with an empty object as answer', async () => {
    const answered = await send('DELETE', `${path}/${id}/`);
    expect([answered.status, await jsonOf(answered)]).toEqual([200, {}]);
    expect(asked.retire).toMatchObject({ kind, definitionId: id, parentId: undefined });
  });

  it.each([
    ['POST', '', { [nameKey]: '' }, `body.${nameKey}`],
    ['POST', '', {}, `body.${nameKey}`],
    ['GET', '?limit=51', undefined, 'query.limit'],
    ['GET', '?deprecated=maybe', undefined, 'query.deprecated'],
    ['GET', '?id=mara', undefined, 'query.id.0'],
    [
      'POST',
      '/mara/',
      exampleOf(path),
      `path.${kind === 'agent' ? 'agent' : 'service_hierarchical_state_machine'}_id`,
    ],
    ['POST', `/${id}/?version=0`, exampleOf(path), 'query.version'],
    ['GET', `/${id}/version?version=1-`, undefined, 'query.version'],
    ['GET', `/${id}/version?limit=11`, undefined, 'query.limit'],
    ['GET', `/${id}/version?limit=0`, undefined, 'query.limit'],
    ['GET', `/${id}/version?sort_by=name`, undefined, 'query.sort_by.0'],
  ])('%s …%s is refused where a field breaks a rule', async (method, rest, body, field) => {
    expect(await brokenFieldsOf(await send(method, `${path}${rest}`, body))).toEqual([422, [field]]);
  });

  it('given a refusal of the service, then it is passed on', async () => {
    rejection = 'conflict';
    expect(await outcomeOf(await send('POST', path, { [nameKey]: 'Mara' }))).toEqual([409, 'conflict']);
    expect(await outcomeOf(await send('DELETE', `${path}/${id}/`))).toEqual([409, 'conflict']);
    rejection = 'invalid_request';
    expect(await outcomeOf(await send('POST', `${path}/${id}/`, exampleOf(path)))).toEqual([
      400,
      'invalid_request',
    ]);
    rejection = 'not_found';
    expect(await outcomeOf(await send('GET', `${path}/${id}/version`))).toEqual([404, 'not_found']);
  });
});

describe('a version of an agent', () => {
  it('takes what changes: null and missing keys are those of the version before', async () => {
    const change = { background: 'New.', voice_config: null, identity: null };
    expect((await send('POST', `${agents}/${id}/`, change)).status).toBe(201);
    expect(JSON.parse(asked.version?.bodyJson ?? '')).toMatchObject({ background: 'New.' });
    expect(JSON.parse(asked.version?.bodyJson ?? '')).not.toHaveProperty('behaviors');
  });

  it.each([
    ['initials', { initials: 'MARA' }, 'body.initials'],
    [
      'a language',
      { identity: { ...agentVersion.identity, default_spoken_language: 'English' } },
      'body.identity.default_spoken_language',
    ],
    [
      'no relationship',
      { identity: { ...agentVersion.identity, relationship_to_developer: null } },
      'body.identity.relationship_to_developer',
    ],
    ['behaviors', { behaviors: ['Listens.', 1] }, 'body.behaviors.1'],
    ['a voice without id', { voice_config: {} }, 'body.voice_config.voice_id'],
  ])('given %s out of bounds, then the field is named', async (_what, change, field) => {
    expect(await brokenFieldsOf(await send('POST', `${agents}/${id}/`, change))).toEqual([422, [field]]);
  });
});

describe('a version of a context graph', () => {
  it('given a dry run, then nothing comes about and the answer is null', async () => {
    const answered = await send('POST', `${graphs}/${id}/?dry_run=true`, graph);
    expect([answered.status, await answered.text()]).toEqual([201, 'null']);
    expect(answered.headers.get('content-type')).toContain('application/json');
    expect(asked.version?.dryRun).toBe(true);
  });

  it('takes a recall state whose null keys are missing', async () => {
    expect((await send('POST', `${graphs}/${id}/`, graph)).status).toBe(201);
    const { states } = JSON.parse(asked.version?.bodyJson ?? '') as { states: object[] };
    expect(states.at(-1)).toEqual({ ...recall, requested_information: null });
  });

  it.each([
    ['an unknown type', { type: 'dream', name: 'a' }, 'body.states.0.type'],
    ['a state without a name', { ...recall, name: undefined }, 'body.states.0.name'],
    ['a name with a space', { ...recall, name: 'look up' }, 'body.states.0.name'],
    ['a next state of no form', { ...recall, next_state: ['a', 'b'] }, 'body.states.0.next_state.0'],
  ])('given %s, then state and field are named', async (_what, state, field) => {
    const body = { ...graphBody, states: [state] };
    expect(await brokenFieldsOf(await send('POST', `${graphs}/${id}/`, body))).toEqual([422, [field]]);
  });
});

describe('the permission', () => {
  it.each([
    ['POST', agents, 'Organization:CreateAgent', { agent_name: 'Mara' }],
    ['POST', `${agents}/${id}/`, 'Organization:CreateAgentVersion', {}],
    ['DELETE', `${agents}/${id}/`, 'Organization:DeleteAgent', undefined],
    ['GET', `${agents}/${id}/version`, 'Organization:GetAgent', undefined],
    ['POST', graphs, 'Organization:CreateServiceHierarchicalStateMachine', { state_machine_name: 'A' }],
    ['POST', `${graphs}/${id}/`, 'Organization:CreateServiceHierarchicalStateMachineVersion', graph],
    ['DELETE', `${graphs}/${id}/`, 'Organization:DeleteServiceHierarchicalStateMachine', undefined],
    ['GET', `${graphs}/${id}/version`, 'Organization:GetServiceHierarchicalStateMachine', undefined],
  ] as const)('for %s %s is %s', async (method, path, permission, body) => {
    const all = accessWith();
    const without = {
      ...all,
      grants: all.grants.filter(({ permissionName }) => permissionName !== permission),
    };
    const only = await startTestGateway({ identity: { getAccess: () => Promise.resolve(without) } });
    expect(await outcomeOf(await only.call(method, path, body))).toEqual([403, 'permission_denied']);
    await only.stop();
  });
});
