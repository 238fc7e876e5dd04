import type {
  CreateDefinitionRequest,
  CreateDefinitionVersionRequest,
  ListDefinitionsRequest,
  StoredDefinition,
  StoredDefinitionVersion,
  UpdateDefinitionRequest,
} from '@svc/contracts/agents';
import { AgentBody, AgentVersionBody, ServiceBody, SkillBody } from '@svc/definitions/platform';
import { DomainError, type ErrorCode } from '@svc/errors';
import { brokenFieldsOf, jsonOf, outcomeOf } from './answers.js';
import {
  bearsWorkspaceKey,
  startTestGateway,
  workspaceId,
  workspaceKeyAccess,
  type TestGateway,
} from './harness.js';

const id = '7f1d0c9e-0000-4000-8000-000000000001';
const other = '7f1d0c9e-0000-4000-8000-000000000002';
const identity = { name: 'Mara', role: 'receptionist', developed_by: 'us', default_spoken_language: 'eng' };
const times = { created_at: '2026-11-23T17:00:00.000Z', updated_at: '2026-11-23T17:00:01.000Z' };
const author = { orgId: 'demo', userId: 'user-1' };

const bodies: Readonly<Record<string, object>> = {
  agent: AgentBody.parse({ description: 'Answers.' }),
  context_graph: { description: 'From hello to goodbye.' },
  service: ServiceBody.parse({ agent_id: id, context_graph_id: other }),
  skill: SkillBody.parse({ name: 'Find slots', description: '', input_schema: {} }),
};

function stored(kind: string): StoredDefinition {
  return {
    kind,
    definitionId: id,
    parentId: undefined,
    name: 'front-desk',
    bodyJson: JSON.stringify(bodies[kind]),
    latestVersion: 2,
    latestVersionId: other,
    latestSummaryJson: kind === 'context_graph' ? '{"state_count":3}' : '{}',
    isRetired: false,
    createdAtMs: Date.parse(times.created_at),
    updatedAtMs: Date.parse(times.updated_at),
    creator: author,
    updatedBy: author,
    secretNames: [],
    childCount: 0,
    referenceNames: kind === 'service' ? { [id]: 'Mara' } : {},
  };
}

const version: StoredDefinitionVersion = {
  definitionId: id,
  versionId: other,
  version: 2,
  label: undefined,
  bodyJson: JSON.stringify(AgentVersionBody.parse({ name: 'Mara', identity })),
  createdAtMs: Date.parse(times.created_at),
  creator: author,
  isRetired: false,
};

let gateway: TestGateway;
let rejection: ErrorCode | undefined;
let warnings: string[] = [];
const asked: {
  list?: ListDefinitionsRequest;
  create?: CreateDefinitionRequest;
  update?: UpdateDefinitionRequest;
  version?: CreateDefinitionVersionRequest;
  found?: number | undefined;
} = {};
const answer = <Answer>(given: Answer): Promise<Answer> =>
  rejection ? Promise.reject(new DomainError(rejection, 'No.')) : Promise.resolve(given);

beforeAll(async () => {
  const page = { hasMore: true, nextOffset: 11 };
  gateway = await startTestGateway({
    definitions: {
      listDefinitions: (request) => {
        asked.list = request;
        return answer({ definitions: [stored(request.kind)], page, filterValues: undefined });
      },
      createDefinition: (request) => {
        asked.create = request;
        return answer({ definition: stored(request.kind) });
      },
      findDefinition: ({ kind }) => answer({ definition: stored(kind) }),
      updateDefinition: (request) => {
        asked.update = request;
        return answer({ definition: stored(request.kind) });
      },
      retireDefinition: () => answer({}),
      listDefinitionVersions: () => answer({ versions: [version], page }),
      createDefinitionVersion: (request) => {
        asked.version = request;
        return answer({ version, warnings });
      },
      findDefinitionVersion: (request) => {
        asked.found = request.version;
        return answer({ version });
      },
      putServiceVersionSet: () => answer({}),
    },
  });
});
afterAll(() => gateway?.stop());
beforeEach(() => {
  rejection = undefined;
  warnings = [];
});

const send = (method: string, path: string, body?: unknown) =>
  gateway.call(method, `/v1/${workspaceId}/${path}`, body, bearsWorkspaceKey);
const about = { id, workspace_id: workspaceId, ...times };

describe('definitions of a workspace', () => {
  it.each([
    ['agents', { ...about, name: 'front-desk', description: 'Answers.', latest_version: 2 }],
    [
      'context-graphs',
      { ...about, name: 'front-desk', description: expect.any(String), latest_version: 2, state_count: 3 },
    ],
    [
      'services',
      {
        ...about,
        name: 'front-desk',
        ...bodies['service'],
        agent_name: 'Mara',
        context_graph_name: null,
        persona_name: null,
        is_system: false,
      },
    ],
    ['skills', { ...about, ...bodies['skill'], slug: 'front-desk', system_prompt: '' }],
  ])('%s are shown with every key, alone and in a page', async (path, shown) => {
    expect(await jsonOf(await send('GET', `${path}/${id}`))).toEqual(shown);
    expect(await jsonOf(await send('GET', path))).toEqual({
      items: [shown],
      has_more: true,
      continuation_token: 11,
    });
  });

  it('given a search, a sort key, a filter and a page, then the service is asked for just these', async () => {
    const query = 'search=desk&sort_by=+name&is_active=false&limit=1&continuation_token=10';
    expect((await send('GET', `services?${query}`)).status).toBe(200);
    expect(asked.list).toMatchObject({
      caller: undefined,
      workspaceCaller: { tenantId: `ws:${workspaceId}` },
      kind: 'service',
      search: 'desk',
      filtersJson: '{"is_active":false}',
      sortBy: [{ field: 'name', descending: false }],
      page: { limit: 1, offset: 10 },
    });
    await send('GET', 'agents?sort_by=-created_at');
    expect(asked.list).toMatchObject({
      search: undefined,
      filtersJson: '{}',
      sortBy: [{ field: 'created_at', descending: true }],
      page: { limit: 10, offset: 0 },
    });
  });

  it.each([
    ['limit=0', 'query.limit'],
    ['limit=101', 'query.limit'],
    ['sort_by=size', 'query.sort_by'],
    ['search=', 'query.search'],
    [`search=${'x'.repeat(201)}`, 'query.search'],
    ['continuation_token=a', 'query.continuation_token'],
    ['is_active=maybe', 'query.is_active'],
  ])('a list with %s is refused', async (query, field) => {
    expect(await brokenFieldsOf(await send('GET', `services?${query}`))).toEqual([422, [field]]);
  });

  it('given a new one, then its name goes apart from its body, which has every default', async () => {
    const answered = await send('POST', 'services', {
      name: 'Desk',
      agent_id: id,
      context_graph_id: other,
      more: 1,
    });
    expect(answered.status).toBe(201);
    expect(answered.headers.get('x-ratelimit-limit')).toBe('Infinity');
    const { bodyJson = '', ...request } = asked.create ?? {};
    expect(request).toMatchObject({ kind: 'service', name: 'Desk', parentId: undefined, secrets: {} });
    expect(JSON.parse(bodyJson)).toEqual(bodies['service']);
    await send('POST', 'skills', { slug: 'find-slots', name: 'Find', description: '', input_schema: {} });
    expect(asked.create).toMatchObject({ kind: 'skill', name: 'find-slots' });
    expect(JSON.parse(asked.create?.bodyJson ?? '')).toMatchObject({ name: 'Find' });
  });

  it('given a change, then only what it holds is sent: null changes nothing', async () => {
    const change = { name: null, description: 'New.', tags: null };
    expect((await send('PUT', `services/${id}`, change)).status).toBe(200);
    expect(asked.update).toMatchObject({ kind: 'service', definitionId: id, name: undefined });
    expect(JSON.parse(asked.update?.bodyJson ?? '')).toEqual({ description: 'New.' });
    await send('PUT', `agents/${id.toUpperCase()}`, { name: 'Tom' });
    expect(asked.update).toMatchObject({ kind: 'agent', definitionId: id, name: 'Tom', bodyJson: '{}' });
    const slug = { slug: 'other', enabled: false };
    expect((await send('PUT', `skills/${id}`, slug)).status).toBe(200);
    expect(asked.update).toMatchObject({ name: undefined, bodyJson: '{"enabled":false}' });
  });

  it.each([
    ['POST', 'agents', { name: 'x'.repeat(257) }, 'body.name'],
    ['POST', 'agents', { name: 'Mara', description: 1 }, 'body.description'],
    ['PUT', `agents/${id}`, { description: 'x'.repeat(2_001) }, 'body.description'],
    ['POST', 'services', { name: 'Desk', agent_id: 'mara', context_graph_id: id }, 'body.agent_id'],
    ['POST', 'skills', { slug: '-a', name: 'A', description: '', input_schema: {} }, 'body.slug'],
    ['POST', `agents/${id}/versions`, { identity }, 'body.name'],
    ['PUT', `services/${id}/version-sets/release`, {}, 'body.version_set'],
  ])('%s %s with %j is refused', async (method, path, body, field) => {
    expect(await brokenFieldsOf(await send(method, path, body))).toEqual([422, [field]]);
  });

  it('given a taken name, then it is a conflict of names; of a version and in a deletion one of states', async () => {
    rejection = 'conflict';
    expect(await outcomeOf(await send('POST', 'agents', { name: 'Mara' }))).toEqual([409, 'name_conflict']);
    expect(await outcomeOf(await send('PUT', `agents/${id}`, { name: 'Mara' }))).toEqual([
      409,
      'name_conflict',
    ]);
    expect(await outcomeOf(await send('DELETE', `skills/${id}`))).toEqual([409, 'state_conflict']);
    rejection = 'not_found';
    expect(await outcomeOf(await send('GET', `agents/${id}`))).toEqual([404, 'not_found']);
  });

  it('deletes without a body', async () => {
    expect((await send('DELETE', `agents/${id}`)).status).toBe(204);
  });
});

describe('versions of a definition', () => {
  it('are shown by number, as the latest, and in a page', async () => {
    const shown = {
      ...about,
      id: other,
      agent_id: id,
      version: 2,
      updated_at: times.created_at,
      ...AgentVersionBody.parse({ name: 'Mara', identity }),
    };
    expect(await jsonOf(await send('GET', `agents/${id}/versions/2`))).toEqual(shown);
    expect(asked.found).toBe(2);
    expect(await jsonOf(await send('GET', `agents/${id}/versions/latest`))).toEqual(shown);
    expect(asked.found).toBeUndefined();
    expect(await jsonOf(await send('GET', `agents/${id}/versions`))).toMatchObject({ items: [shown] });
  });

  it.each([
    ['newest', 422],
    ['1.5', 422],
    ['0', 404],
    ['-1', 404],
    ['4294967297', 404],
  ])('%s is none', async (number, status) => {
    expect((await send('GET', `agents/${id}/versions/${number}`)).status).toBe(status);
  });

  it('given warnings, then they are in a header in ASCII, and in no body', async () => {
    const body = { name: 'Mara', identity };
    const without = await send('POST', `agents/${id}/versions`, body);
    expect([without.status, without.headers.get('x-svc-warnings')]).toEqual([201, null]);
    warnings = ['Nothing leads to the state “größe”.\n'];
    const answered = await send('POST', `agents/${id}/versions`, body);
    const header = answered.headers.get('x-svc-warnings') ?? '';
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(header)).toEqual(warnings);
    expect(JSON.stringify(await answered.json())).not.toContain('Nothing leads');
    expect(JSON.parse(asked.version?.bodyJson ?? '')).toEqual(AgentVersionBody.parse(body));
  });

  it('given a key that may create or update, then the service decides which it takes', async () => {
    const answers = async (permission: 'Agent.create' | 'Agent.update' | 'Agent.delete') => {
      const own = await startTestGateway({
        identity: { getWorkspaceKeyAccess: () => Promise.resolve(workspaceKeyAccess([permission])) },
        definitions: { createDefinitionVersion: () => Promise.resolve({ version, warnings: [] }) },
      });
      const path = `/v1/${workspaceId}/agents/${id}/versions`;
      const { status } = await own.call('POST', path, { name: 'Mara', identity }, bearsWorkspaceKey);
      await own.stop();
      return status;
    };
    expect(await answers('Agent.create')).toBe(201);
    expect(await answers('Agent.update')).toBe(201);
    expect(await answers('Agent.delete')).toBe(403);
  });
});
