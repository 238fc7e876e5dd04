import { grantToProto, type PermissionName } from '@svc/auth';
import type { Caller } from '@svc/contracts/common';
import type { CreateServiceRequest, SeedDefinitionsResponse, VersionSet } from '@svc/contracts/agents';
import { administratorOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { agentVersion, graphBody, seedRequest } from './definitions.js';

const caller = administratorOf('demo');
const stranger = administratorOf('other');
const unknownId = 'f'.repeat(24);
const latest: VersionSet = {
  agentVersionNumber: undefined,
  contextGraphVersionNumber: undefined,
  llmModelPreferences: [],
};
let server: AgentsServer;
let agentId: string;
let contextGraphId: string;
let serviceId: string;

beforeAll(async () => {
  server = await startAgentsServer();
  ({ agentId, contextGraphId, serviceId } = await server.admin.seedDefinitions(seedRequest('org:demo')));
});
afterAll(async () => {
  await server.stop();
});

const graphVersion = (changes: object = {}) =>
  server.agents.createContextGraphVersion({
    caller,
    contextGraphId,
    dryRun: false,
    bodyJson: JSON.stringify(graphBody()),
    ...changes,
  });
const newService = (changes: Partial<CreateServiceRequest> = {}) =>
  server.agents.createService({
    caller,
    agentId,
    contextGraphId,
    name: 'Another',
    description: 'Books appointments',
    isActive: true,
    keyterms: [],
    tags: [],
    ...changes,
  });
const put = (changes: object = {}) =>
  server.agents.putVersionSet({ caller, serviceId, name: 'release', versionSet: latest, ...changes });

describe('agents', () => {
  it('given the name, then a second agent of it is a conflict, but not in another tenant', async () => {
    const agentName = 'Once';
    await server.agents.createAgent({ caller, agentName });
    await expect(server.agents.createAgent({ caller, agentName })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(server.agents.createAgent({ caller: stranger, agentName })).resolves.toBeDefined();
  });

  it('when versions are created, then they count up, with their id and time', async () => {
    const { agentId: id } = await server.agents.createAgent({ caller, agentName: 'Counts' });
    const request = { caller, agentId: id, changes: agentVersion() };
    const first = await server.agents.createAgentVersion({ ...request, expectedVersion: 1 });
    const second = await server.agents.createAgentVersion(request);
    expect([first.created?.version, second.created?.version]).toEqual([1, 2]);
    expect(second.created?.versionId).toMatch(/^[0-9a-f]{24}$/);
    expect(second.created?.createdAtMs).toBeGreaterThan(first.created!.createdAtMs);
    await expect(server.agents.createAgentVersion({ ...request, expectedVersion: 2 })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('when two versions are created at once, then both exist, with their own numbers', async () => {
    const { agentId: id } = await server.agents.createAgent({ caller, agentName: 'Races' });
    const request = { caller, agentId: id, changes: agentVersion() };
    const versions = await Promise.all([1, 2, 3].map(() => server.agents.createAgentVersion(request)));
    expect(versions.map(({ created }) => created?.version).sort()).toEqual([1, 2, 3]);
  });

  it('when two expect the same number at once, then one of them is refused', async () => {
    const { agentId: id } = await server.agents.createAgent({ caller, agentName: 'Races for one' });
    const request = { caller, agentId: id, changes: agentVersion(), expectedVersion: 1 };
    const outcomes = await Promise.allSettled([1, 2].map(() => server.agents.createAgentVersion(request)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict' },
    });
  });

  it('given more versions than a snapshot covers, then omitted fields still carry over', async () => {
    const { agentId: id } = await server.agents.createAgent({ caller, agentName: 'Long history' });
    await server.agents.createAgentVersion({ caller, agentId: id, changes: agentVersion() });
    for (let version = 2; version <= 14; version += 1) {
      await server.agents.createAgentVersion({
        caller,
        agentId: id,
        changes: { background: `No. ${version}` },
      });
    }
    const pins = { agentId: id, agentVersionNumber: 14, contextGraphId, contextGraphVersionNumber: 1 };
    const { definition } = await server.agents.getDefinition({ tenantId: 'org:demo', ...pins });
    expect(definition?.agent).toMatchObject({ background: 'No. 14', identity: { name: 'Mara' } });
  });
});

describe('context graphs', () => {
  it('given the name, then a second graph of it is a conflict', async () => {
    await server.agents.createContextGraph({ caller, name: 'Once' });
    await expect(server.agents.createContextGraph({ caller, name: 'Once' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('when it is a dry run, then everything is checked and nothing is created', async () => {
    expect(await graphVersion({ dryRun: true })).toEqual({ created: undefined });
    await expect(graphVersion({ dryRun: true, bodyJson: '{}' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(graphVersion({ dryRun: true, contextGraphId: unknownId })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await graphVersion({ expectedVersion: 2 })).toMatchObject({ created: { version: 2 } });
  });

  it('given a large body, when its version is refused, then the body is not stored either', async () => {
    const bodyJson = JSON.stringify(graphBody('Talk at length. '.repeat(8_000)));
    const countBlobs = async () => (await server.database.pool.query('SELECT FROM agents.blob')).rowCount;
    await expect(graphVersion({ bodyJson, expectedVersion: 99 })).rejects.toMatchObject({ code: 'conflict' });
    await expect(graphVersion({ bodyJson, contextGraphId: unknownId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await graphVersion({ bodyJson, dryRun: true });
    expect(await countBlobs()).toBe(0);
    await graphVersion({ bodyJson });
    expect(await countBlobs()).toBe(1);
  });

  it.each([
    ['no JSON', '{', ['body']],
    ['a broken rule', JSON.stringify({ ...graphBody(), terminal_state: 'x' }), ['body', 'terminal_state']],
    ['U+0000', JSON.stringify({ ...graphBody(), description: 'a\u0000' }), ['body', 'description']],
    ['a lone surrogate', JSON.stringify({ ...graphBody(), description: '\ud800' }), ['body', 'description']],
    ['more than a mebibyte', JSON.stringify(graphBody('x'.repeat(1024 * 1024))), ['body']],
  ])('given a body with %s, then it is refused and names the field', async (_what, bodyJson, loc) => {
    await expect(graphVersion({ bodyJson })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [expect.objectContaining({ loc })],
    });
  });
});

describe('services', () => {
  it('given the name of an active service, then another active one is a conflict, an inactive one is not', async () => {
    const name = 'Unique';
    await newService({ name });
    await expect(newService({ name })).rejects.toMatchObject({ code: 'conflict' });
    await expect(newService({ name, isActive: false })).resolves.toBeDefined();
    await expect(newService({ name, isActive: false })).resolves.toBeDefined();
  });

  it('when two of the same name are created at once, then one of them is refused', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => newService({ name: 'At once' })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });
    }
  });

  it.each([
    ['an unknown agent', { agentId: unknownId }, 'not_found'],
    ['an unknown graph', { contextGraphId: unknownId }, 'not_found'],
    ['an id that is none', { agentId: 'a/b\u0000' }, 'not_found'],
    [
      'a version that does not exist',
      { releaseVersionSet: { ...latest, agentVersionNumber: 99 } },
      'invalid_request',
    ],
    [
      'parameters of a model that are no object',
      {
        releaseVersionSet: {
          ...latest,
          llmModelPreferences: [{ interactionName: 'a', llmName: 'b', paramsJson: '[]' }],
        },
      },
      'validation_failed',
    ],
    [
      'parameters of a model that nest too deep to be looked at',
      {
        releaseVersionSet: {
          ...latest,
          llmModelPreferences: [
            { interactionName: 'a', llmName: 'b', paramsJson: `{"a":${'['.repeat(5e5)}${']'.repeat(5e5)}}` },
          ],
        },
      },
      'validation_failed',
    ],
    ['a blank name', { name: ' ' }, 'validation_failed'],
    ['U+0000 in a tag', { tags: [{ key: 'a', value: '\u0000' }] }, 'validation_failed'],
  ])('given %s, then it is refused', async (_what, changes, code) => {
    await expect(newService(changes)).rejects.toMatchObject({ code });
  });

  it.each([
    ['edge', { name: 'edge' }, 'invalid_request'],
    ['a name with a blank', { name: 'a b' }, 'validation_failed'],
    ['an unknown service', { serviceId: unknownId }, 'not_found'],
    ['a version of another agent', { versionSet: { ...latest, agentVersionNumber: 99 } }, 'invalid_request'],
  ])('given a version set for %s, then it is refused', async (_what, changes, code) => {
    await expect(put(changes)).rejects.toMatchObject({ code });
  });
});

describe('permissions', () => {
  const without = (permission: PermissionName): Caller => ({
    ...caller,
    grants: caller.grants.filter(({ permissionName }) => permissionName !== permission),
  });
  it.each<[PermissionName, (limited: Caller) => Promise<unknown>]>([
    ['Organization:CreateAgent', (limited) => server.agents.createAgent({ caller: limited, agentName: 'x' })],
    [
      'Organization:CreateAgentVersion',
      (limited) => server.agents.createAgentVersion({ caller: limited, agentId, changes: agentVersion() }),
    ],
    [
      'Organization:CreateServiceHierarchicalStateMachine',
      (limited) => server.agents.createContextGraph({ caller: limited, name: 'x' }),
    ],
    [
      'Organization:CreateServiceHierarchicalStateMachineVersion',
      (limited) => graphVersion({ caller: limited }),
    ],
    ['Service:CreateService', (limited) => newService({ caller: limited })],
    ['Service:CreateVersionSet', (limited) => put({ caller: limited, name: 'new-one' })],
    ['Service:UpdateVersionSet', (limited) => put({ caller: limited })],
  ])('without %s, then it is denied', async (permission, attempt) => {
    await expect(attempt(without(permission))).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(attempt({ ...caller, grants: stranger.grants })).rejects.toMatchObject({
      code: 'permission_denied',
    });
  });

  it('given a grant on one service, then its version sets can be put, and no others', async () => {
    const { serviceId: other } = await newService({ name: 'Not granted' });
    const condition = { service_id: { type: 'Equals', value: serviceId } } as const;
    const permissionName = 'Service:UpdateVersionSet';
    const limited = { ...caller, grants: [grantToProto({ permissionName, conditions: condition })] };
    await expect(put({ caller: limited })).resolves.toEqual({});
    await expect(put({ caller: limited, serviceId: other })).rejects.toMatchObject({
      code: 'permission_denied',
    });
  });
});

describe('tenants', () => {
  let theirs: SeedDefinitionsResponse;
  beforeAll(async () => {
    theirs = await server.admin.seedDefinitions(seedRequest('org:other'));
  });

  it.each<[what: string, attempt: () => Promise<unknown>]>([
    [
      'a new version of its agent',
      () => server.agents.createAgentVersion({ caller: stranger, agentId, changes: agentVersion() }),
    ],
    ['a new version of its graph', () => graphVersion({ caller: stranger })],
    ['a service of its agent and graph', () => newService({ caller: stranger })],
    ['a version set of its service', () => put({ caller: stranger })],
    [
      'a service of its agent and a graph of their own',
      () => newService({ caller: stranger, contextGraphId: theirs.contextGraphId }),
    ],
    [
      'a service of its graph and an agent of their own',
      () => newService({ caller: stranger, agentId: theirs.agentId }),
    ],
  ])('given another tenant, then %s is not found, and nothing changes', async (_what, attempt) => {
    const events = await countEvents();
    await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    expect(await countEvents()).toBe(events);
  });
});

async function countEvents(): Promise<string | undefined> {
  const count = { name: 'count_events', text: 'SELECT count(*) FROM agents.event', values: [] };
  return (await server.database.query<{ count: string }>(count)).rows[0]?.count;
}
