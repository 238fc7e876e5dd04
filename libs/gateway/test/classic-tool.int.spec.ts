import type { StoredDefinition, StoredDefinitionVersion } from '@svc/contracts/agents';
import { ToolBody, ToolVersionBody } from '@svc/definitions/classic';
import { DomainError } from '@svc/errors';
import { brokenFieldsOf, jsonOf, outcomeOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';

const id = '65f000000000000000000001';
const versionId = '65f000000000000000000002';
const author = { orgId: 'demo', userId: 'u' };
const createdAt = '2026-11-23T17:00:00.000Z';
const updatedAt = '2026-11-23T17:00:01.000Z';
const tool: StoredDefinition = {
  kind: 'tool',
  definitionId: id,
  parentId: undefined,
  name: 'find_book',
  bodyJson: JSON.stringify(
    ToolBody.parse({ description: 'Finds.', tags: [{ key: 'team' }], envvars: { SHELF: 'one' } }),
  ),
  latestVersion: 1,
  latestVersionId: versionId,
  latestSummaryJson: '{}',
  isRetired: false,
  createdAtMs: Date.parse(createdAt),
  updatedAtMs: Date.parse(updatedAt),
  creator: author,
  updatedBy: author,
  secretNames: ['TOKEN'],
  childCount: 0,
  referenceNames: {},
};
const call = { base_url: 'https://catalogue.example', path: 'books', required_envvars: ['SHELF'] };
const version: StoredDefinitionVersion = {
  definitionId: id,
  versionId,
  version: 3,
  label: '1.2.3',
  bodyJson: JSON.stringify(ToolVersionBody.parse(call)),
  createdAtMs: Date.parse(createdAt),
  creator: author,
  isRetired: true,
};

const seen = new Seen();
const page = { hasMore: true, nextOffset: 1 };
let gateway: TestGateway;
let refusal: DomainError | undefined;
const answer = <Answer>(request: object, given: Answer): Promise<Answer> =>
  refusal ? Promise.reject(refusal) : seen.answer(given)(request);

beforeAll(async () => {
  gateway = await startTestGateway({
    definitions: {
      createDefinition: (request) => answer(request, { definition: tool }),
      listDefinitions: (request) =>
        answer(request, { definitions: [tool], page, filterValues: { tags: ['team:'] } }),
      updateDefinition: (request) => answer(request, { definition: tool }),
      retireDefinition: (request) => answer(request, {}),
      createDefinitionVersion: (request) => answer(request, { version, warnings: [] }),
      listDefinitionVersions: (request) =>
        answer(request, { versions: [version], page, filterValues: { creators: [author] } }),
      retireDefinitionVersions: (request) => answer(request, {}),
    },
    tools: { changeToolVariables: (request) => answer(request, {}) },
  });
});
afterAll(() => gateway?.stop());
beforeEach(() => {
  seen.forget();
  refusal = undefined;
});

const tools = '/v1/demo/tool';
const sentBody = () => JSON.parse(String(seen.last?.['bodyJson'])) as unknown;

describe('a tool', () => {
  it('is created with its tags', async () => {
    const body = { name: 'find_book', description: 'Finds.', tags: { team: null } };
    const answered = await gateway.call('POST', `${tools}/`, body);
    expect([answered.status, await jsonOf(answered)]).toEqual([201, { id }]);
    expect(seen.last).toMatchObject({ kind: 'tool', name: 'find_book' });
    expect(sentBody()).toEqual({ description: 'Finds.', tags: [{ key: 'team', value: null }] });
  });

  it('given a name that is too long, then it is a bad request', async () => {
    const body = { name: 'x'.repeat(65), description: 'Finds.' };
    const answered = await gateway.call('POST', `${tools}/`, body);
    expect(await outcomeOf(answered)).toEqual([400, 'invalid_request']);
    expect(seen.requests).toEqual([]);
  });

  it('is listed with the names of its variables, and no value', async () => {
    const query = `id=${id}&deprecated=false&tag=team:&sort_by=-deprecated&limit=1`;
    expect(await jsonOf(await gateway.call('GET', `${tools}/?${query}`))).toEqual({
      tools: [
        {
          ...{ id, org_id: 'demo', created_at: createdAt, updated_at: updatedAt, name: 'find_book' },
          ...{ description: 'Finds.', deprecated: false, envvars: ['SHELF'], secret_envvars: ['TOKEN'] },
          tags: [{ key: 'team', value: null }],
          creator: { org_id: 'demo', user_id: 'u' },
          updated_by: { org_id: 'demo', user_id: 'u' },
        },
      ],
      has_more: true,
      continuation_token: 1,
      filter_values: { tags: ['team:'] },
    });
    expect(seen.last).toMatchObject({
      ...{ kind: 'tool', definitionIds: [id], isRetired: false },
      tags: [{ key: 'team', match: { $case: 'noValue', value: true } }],
      sortBy: [{ field: 'deprecated', descending: true }],
      page: { limit: 1, offset: 0 },
    });
  });

  it('is changed in what is given, and deprecated', async () => {
    expect((await gateway.call('POST', `${tools}/${id}`, { tags: {}, description: null })).status).toBe(204);
    expect(sentBody()).toEqual({ tags: [] });
    expect((await gateway.call('DELETE', `${tools}/${id}`)).status).toBe(204);
    expect(seen.last).toMatchObject({ kind: 'tool', definitionId: id });
  });

  it.each([
    ['POST', '', { name: 'Find', description: 'Finds.' }, 'body.name'],
    ['POST', '', { name: 'find' }, 'body.description'],
    ['POST', '/mara', {}, 'path.tool_id'],
    ['GET', '?limit=21', undefined, 'query.limit'],
    ['GET', '?sort_by=size', undefined, 'query.sort_by.0'],
    ['POST', `/${id}/version`, call, 'body.bump_type'],
    ['POST', `/${id}/version`, { ...call, bump_type: 'patch', method: 'TRACE' }, 'body.method'],
    ['GET', `/${id}/version?versions=latest`, undefined, 'query.versions'],
    ['GET', `/${id}/version?limit=51`, undefined, 'query.limit'],
    ['DELETE', `/${id}/version/latest`, undefined, 'path.version_constraint'],
  ])('%s …%s with %j is refused', async (method, rest, body, field) => {
    const answered = await gateway.call(method, `${tools}${rest}`, body);
    expect(await brokenFieldsOf(answered)).toEqual([422, [field]]);
    expect(seen.requests).toEqual([]);
  });

  it.each([
    ['conflict', 409],
    ['not_found', 404],
  ] as const)('given %s, then the answer is %i', async (code, status) => {
    refusal = new DomainError(code, 'No.');
    expect(await outcomeOf(await gateway.call('DELETE', `${tools}/${id}`))).toEqual([status, code]);
    const made = gateway.call('POST', `${tools}/${id}/version`, { ...call, bump_type: 'major' });
    expect(await outcomeOf(await made)).toEqual([status, code]);
  });
});

describe('variables of a tool', () => {
  const envvar = `${tools}/${id}/envvar`;

  it('are changed together, and nothing of them is answered', async () => {
    const secret = { name: 'KEY', value: 'brass', is_secret: true };
    const updates = [{ name: 'SHELF', value: 'two' }];
    const answered = await gateway.call('POST', envvar, {
      ...{ inserts: [secret], updates, deletes: ['ROOM', { name: 'HALL' }] },
    });
    expect([answered.status, await answered.text()]).toEqual([204, '']);
    expect(seen.last).toMatchObject({
      toolId: id,
      inserts: [{ name: 'KEY', value: 'brass', isSecret: true }],
      updates: [{ name: 'SHELF', value: 'two' }],
      deletes: ['ROOM', 'HALL'],
    });
    expect((await gateway.call('POST', envvar, {})).status).toBe(204);
  });

  it('given a new one that does not say whether it is secret, then it is refused', async () => {
    const answered = await gateway.call('POST', envvar, { inserts: [{ name: 'KEY', value: 'brass' }] });
    expect(await brokenFieldsOf(answered)).toEqual([422, ['body.inserts.0.is_secret']]);
  });

  it('given a name that exists, then it is a conflict', async () => {
    refusal = new DomainError('conflict', 'No.');
    expect(await outcomeOf(await gateway.call('POST', envvar, {}))).toEqual([409, 'conflict']);
  });
});

describe('a version of a tool', () => {
  it('is a declared call, whose number counts up as asked', async () => {
    const answered = await gateway.call('POST', `${tools}/${id}/version`, { ...call, bump_type: 'minor' });
    const new_version = { major: 1, minor: 2, patch: 3 };
    expect([answered.status, await jsonOf(answered)]).toEqual([201, { new_version }]);
    expect(sentBody()).toMatchObject({ ...call, bump_type: 'minor', method: 'POST' });
  });

  it('is listed by a specifier', async () => {
    const query = 'versions=%3E%3D1.2,%3C2&deprecated=true&creator=demo,u&limit=1';
    expect(await jsonOf(await gateway.call('GET', `${tools}/${id}/version?${query}`))).toEqual({
      tool_versions: [
        {
          ...{ id: versionId, org_id: 'demo', tool_id: id, created_at: createdAt, updated_at: createdAt },
          version: { major: 1, minor: 2, patch: 3 },
          ...ToolVersionBody.parse(call),
          ...{
            tool_commit_hash: '',
            svc_scaffold_commit_hash: '',
            project_directory: '',
            lambda_version: '',
          },
          creator: { user_id: 'u', user_org_id: 'demo' },
          updated_by: { user_id: 'u', user_org_id: 'demo' },
          deprecated: true,
        },
      ],
      has_more: true,
      continuation_token: 1,
      filter_values: { creators: [{ org_id: 'demo', user_id: 'u' }] },
    });
    expect(seen.last).toMatchObject({
      ...{ versions: '>=1.2,<2', isRetired: true, creators: [author] },
      page: { limit: 1, offset: 0 },
    });
  });

  it('is deprecated by a specifier', async () => {
    const path = `${tools}/${id}/version/${encodeURIComponent('==1.*')}`;
    expect((await gateway.call('DELETE', path)).status).toBe(204);
    expect(seen.last).toMatchObject({ kind: 'tool', definitionId: id, versions: '==1.*' });
  });
});
