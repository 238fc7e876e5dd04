import { grantToProto } from '@svc/auth';
import { administratorOf, keyOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { definitionsOf } from './definitions-client.js';
import { agentVersion } from './definitions.js';
import { partsOf, type Parts } from './kinds.js';

const caller = administratorOf('demo');
const key = keyOf('0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c11');
const unknownId = 'f'.repeat(24);
let server: AgentsServer;
let classic: ReturnType<typeof definitionsOf>;
let platform: ReturnType<typeof definitionsOf>;
let parts: Parts;
let theirs: Parts;

beforeAll(async () => {
  server = await startAgentsServer();
  [classic, platform] = [definitionsOf(server, caller), definitionsOf(server, key)];
  parts = await partsOf(classic, 'classic', 'one');
  theirs = await partsOf(platform, 'platform', 'one');
});
afterAll(() => server.stop());

const body = (changes: object = {}) => ({ ...parts, description: 'Books', is_active: true, ...changes });
const setsOf = ({ bodyJson }: { readonly bodyJson: string }) =>
  (JSON.parse(bodyJson) as { version_sets: Record<string, object> }).version_sets;
const latest = {
  agent_version_number: null,
  context_graph_version_number: null,
  llm_model_preferences: {},
};

describe('a service of an organization', () => {
  it('has the sets edge and release from the start', async () => {
    const made = await classic.create('service', 'Sets', body());
    expect(setsOf(made)).toEqual({ edge: latest, release: latest });
    const released = { ...latest, agent_version_number: 1 };
    const other = await classic.create(
      'service',
      'Other sets',
      body({ version_sets: { release: released } }),
    );
    expect(setsOf(other)).toEqual({ edge: latest, release: released });
  });

  it('holds its name only while it is active', async () => {
    const first = await classic.create('service', 'Shift', body());
    const second = await classic.create('service', 'Shift', body({ is_active: false }));
    const activated = classic.update('service', second.definitionId, { is_active: true });
    await expect(activated).rejects.toMatchObject({
      code: 'conflict',
      message: 'There is already another service with the name of this one.',
    });
    await classic.update('service', first.definitionId, { is_active: false });
    await classic.update('service', second.definitionId, { is_active: true });
    const again = classic.update('service', first.definitionId, { is_active: true });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each<[string, object, string]>([
    ['an unknown agent', { agent_id: unknownId }, 'not_found'],
    ['an unknown graph', { context_graph_id: unknownId }, 'not_found'],
    ['an id that is none', { agent_id: 'a/b\u0000' }, 'validation_failed'],
    [
      'a version that does not exist',
      { version_sets: { release: { agent_version_number: 99 } } },
      'invalid_request',
    ],
    [
      'parameters of a model that are no object',
      { version_sets: { release: { llm_model_preferences: { a: { llm_name: 'b', params: [] } } } } },
      'validation_failed',
    ],
    ['U+0000 in a tag', { tags: [{ key: 'a', value: '\u0000' }] }, 'validation_failed'],
    ['a tag twice', { tags: [{ key: 'a' }, { key: 'a' }] }, 'validation_failed'],
    ['too many keyterms', { keyterms: Array.from({ length: 21 }, () => 'x') }, 'validation_failed'],
    ['no description', { description: '' }, 'validation_failed'],
  ])('given %s, then it is refused', async (_what, changes, code) => {
    await expect(classic.create('service', 'Refused', body(changes))).rejects.toMatchObject({ code });
  });

  it('given an agent without a version, then it is refused', async () => {
    const { definitionId } = await classic.create('agent', 'Empty');
    const made = classic.create('service', 'Empty', body({ agent_id: definitionId }));
    await expect(made).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('keeps its agent and graph from being deprecated while it is active, and runs on afterwards', async () => {
    const own = await partsOf(classic, 'classic', 'kept');
    const { definitionId } = await classic.create('service', 'Keeper', body(own));
    for (const [kind, id] of [
      ['agent', own.agent_id],
      ['context_graph', own.context_graph_id],
    ] as const)
      await expect(classic.retire(kind, id)).rejects.toMatchObject({ code: 'invalid_request' });
    await classic.update('service', definitionId, { is_active: false });
    await classic.retire('agent', own.agent_id);
    await classic.update('service', definitionId, { is_active: true, description: 'Still books' });
    const resolved = await server.agents.resolveDefinition({
      ...{ tenantId: 'org:demo', serviceId: definitionId, versionSetName: 'edge' },
    });
    expect(resolved.pins).toMatchObject({ agentId: own.agent_id, agentVersionNumber: 1 });
    const other = classic.create('service', 'Late', body(own));
    await expect(other).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('version sets of an organization', () => {
  const made = async (name: string) => (await classic.create('service', name, body())).definitionId;

  it('are created, replaced and deleted', async () => {
    const id = await made('Put');
    await classic.putSet(id, 'canary', { agent_version_number: 1 });
    expect(setsOf(await classic.find('service', id))).toMatchObject({ canary: { agent_version_number: 1 } });
    await classic.putSet(id, 'canary');
    expect(setsOf(await classic.find('service', id))).toMatchObject({ canary: latest });
    await classic.deleteSet(id, 'canary');
    expect(Object.keys(setsOf(await classic.find('service', id)))).toEqual(['edge', 'release']);
    await expect(classic.deleteSet(id, 'canary')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given two of different names at once, then both are there', async () => {
    const id = await made('At once');
    await Promise.all(['one', 'two', 'three'].map((name) => classic.putSet(id, name)));
    expect(Object.keys(setsOf(await classic.find('service', id))).sort()).toEqual([
      'edge',
      'one',
      'release',
      'three',
      'two',
    ]);
  });

  it.each<[string, string, object, object]>([
    ['edge', 'edge', {}, { code: 'invalid_request' }],
    ['a name with a blank', 'a b', {}, { code: 'validation_failed' }],
    ['a version of another agent', 'x', { agent_version_number: 99 }, { code: 'invalid_request' }],
    [
      'a number that is none',
      'x',
      { agent_version_number: 'one' },
      { fields: [expect.objectContaining({ loc: ['body', 'version_set', 'agent_version_number'] })] },
    ],
    [
      'more than 4 KiB',
      'x',
      { llm_model_preferences: { a: { llm_name: 'b', params: { text: 'x'.repeat(5_000) } } } },
      { fields: [expect.objectContaining({ loc: ['body', 'version_set'] })] },
    ],
  ])('given %s, then it is refused', async (what, name, set, error) => {
    const id = await made(`Refused ${what}`);
    await expect(classic.putSet(id, name, set)).rejects.toMatchObject(error);
    await expect(classic.putSet(unknownId, 'x')).rejects.toMatchObject({ code: 'not_found' });
    for (const fixed of ['edge', 'release'])
      await expect(classic.deleteSet(id, fixed)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('are at most twenty', async () => {
    const id = await made('Many');
    for (let count = 3; count <= 20; count += 1) await classic.putSet(id, `set-${count}`);
    await expect(classic.putSet(id, 'one-more')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(classic.putSet(id, 'set-3')).resolves.toEqual({});
  });

  it('given a grant on one service, then its version sets can be put, and no others', async () => {
    const [one, other] = [await made('Granted'), await made('Not granted')];
    const conditions = { service_id: { type: 'Equals', value: one } } as const;
    const grants = [grantToProto({ permissionName: 'Service:UpdateVersionSet', conditions })];
    const limited = definitionsOf(server, { ...caller, grants });
    await expect(limited.putSet(one, 'release')).resolves.toEqual({});
    await expect(limited.putSet(other, 'release')).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

describe('a service of a workspace', () => {
  it('shows the names of its agent and graph, and has no set that it was not given', async () => {
    const made = await platform.create('service', 'Desk', theirs);
    expect(made.referenceNames).toEqual({
      [theirs.agent_id]: 'Part one',
      [theirs.context_graph_id]: 'Part one',
    });
    expect(setsOf(made)).toEqual({});
    const resolved = await server.agents.resolveDefinition({
      ...{ tenantId: key.tenantId, serviceId: made.definitionId, versionSetName: 'release' },
    });
    expect(resolved.pins).toMatchObject({ agentVersionNumber: 1, contextGraphVersionNumber: 1 });
  });

  it('may have any set, whose pinned versions exist', async () => {
    const { definitionId } = await platform.create('service', 'Pins', theirs);
    await platform.putSet(definitionId, 'edge', { agent_version_number: 1 });
    expect(setsOf(await platform.find('service', definitionId))).toMatchObject({
      edge: { agent_version_number: 1, turn_runtime: 'native' },
    });
    await expect(platform.putSet(definitionId, 'edge', { agent_version_number: 2 })).rejects.toMatchObject({
      fields: [expect.objectContaining({ loc: ['body', 'version_set', 'agent_version_number'] })],
    });
  });

  it('given that its agent is deleted, then it runs on with what it pins, and changes otherwise', async () => {
    const own = await partsOf(platform, 'platform', 'gone');
    const { definitionId } = await platform.create('service', 'Survivor', own);
    await platform.retire('agent', own.agent_id);
    const resolved = await server.agents.resolveDefinition({
      ...{ tenantId: key.tenantId, serviceId: definitionId, versionSetName: 'release' },
    });
    expect(resolved.pins?.agentId).toBe(own.agent_id);
    await expect(platform.findVersion('agent', own.agent_id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await platform.findVersion('agent', own.agent_id, 1, true)).toMatchObject({ version: 1 });
    const asGraph = platform.findVersion('context_graph', own.agent_id, 1, true);
    await expect(asGraph).rejects.toMatchObject({ code: 'not_found' });
    await platform.update('service', definitionId, { description: 'Changed' });
    const made = platform.create('service', 'Too late', own);
    await expect(made).rejects.toMatchObject({ code: 'not_found' });
  });

  it('when it is deleted, then no conversation begins with it', async () => {
    const { definitionId } = await platform.create('service', 'Deleted', theirs);
    await platform.retire('service', definitionId);
    const resolved = server.agents.resolveDefinition({
      ...{ tenantId: key.tenantId, serviceId: definitionId, versionSetName: 'release' },
    });
    await expect(resolved).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('agents of an organization', () => {
  it('given more versions than a snapshot covers, then omitted fields still carry over', async () => {
    const { definitionId } = await classic.create('agent', 'Long history');
    await classic.version('agent', definitionId, agentVersion());
    for (let version = 2; version <= 14; version += 1)
      await classic.version('agent', definitionId, { background: `No. ${version}` });
    const latestVersion = await classic.findVersion('agent', definitionId);
    expect(JSON.parse(latestVersion.bodyJson)).toEqual({
      ...agentVersion('No. 14'),
      voice_config: null,
    });
  });
});
