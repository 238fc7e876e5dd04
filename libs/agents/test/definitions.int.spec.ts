import { canonicalJson } from '@svc/kernel';
import { administratorOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { definitionsOf } from './definitions-client.js';
import { agentVersion, graphBody, seedRequest } from './definitions.js';

const tenantId = 'org:demo';
const caller = administratorOf('demo');
const unknownId = 'f'.repeat(24);
let server: AgentsServer;
let mine: ReturnType<typeof definitionsOf>;

beforeAll(async () => {
  server = await startAgentsServer();
  mine = definitionsOf(server, caller);
});
afterAll(async () => {
  await server.stop();
});

describe('seeding', () => {
  it('then service, agent and graph are there and resolve', async () => {
    const seeded = await server.admin.seedDefinitions(seedRequest(tenantId));
    const { serviceId, agentId, contextGraphId } = seeded;
    expect(seeded).toMatchObject({ agentVersion: 1, contextGraphVersion: 1 });

    const resolved = await server.agents.resolveDefinition({
      tenantId,
      serviceId,
      versionSetName: 'release',
    });
    expect(resolved.pins).toEqual({
      serviceId,
      versionSetName: 'release',
      agentId,
      agentVersionNumber: 1,
      contextGraphId,
      contextGraphVersionNumber: 1,
      llmModelPreferences: [],
    });
    expect(resolved.definition?.agent).toMatchObject({ initials: 'MV', identity: { name: 'Mara' } });
    expect(resolved.definition?.contextGraphJson).toBe(canonicalJson(graphBody()));
  });

  it('then the log names the installer as the author', async () => {
    await server.admin.seedDefinitions(seedRequest(tenantId));
    const actors = await server.database.pool.query<{ actor: string }>(
      `SELECT DISTINCT metadata::json ->> 'actor' AS actor FROM agents.event WHERE tenant_id = '${tenantId}'`,
    );
    expect(actors.rows).toEqual([{ actor: 'installer' }]);
  });

  it('when it is repeated, then nothing changes', async () => {
    const first = await server.admin.seedDefinitions(seedRequest(tenantId));
    const events = await countEvents();
    expect(await server.admin.seedDefinitions(seedRequest(tenantId))).toEqual(first);
    expect(await countEvents()).toBe(events);
  });

  it('when two processes seed at once, then both get the same ids and each object exists once', async () => {
    const request = seedRequest(tenantId, 'Twice at once');
    const [one, other] = await Promise.all([
      server.admin.seedDefinitions(request),
      server.admin.seedDefinitions(request),
    ]);
    expect(one).toEqual(other);
    expect(one.agentVersion).toBe(1);
  });

  it.each([
    ['no JSON', '{'],
    ['a part missing', '{"agent": {}}'],
    [
      'a graph without states',
      seedRequest(tenantId, 'Broken').definitionsJson.replace('"states"', '"stages"'),
    ],
  ])('given %s, then it is refused', async (_what, definitionsJson) => {
    await expect(
      server.admin.seedDefinitions({ ...seedRequest(tenantId), definitionsJson }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('resolving a definition', () => {
  it('given a newer agent version, then edge means it, and the old version numbers still give the old one', async () => {
    const { serviceId } = await server.admin.seedDefinitions(seedRequest(tenantId, 'Versions'));
    const request = { tenantId, serviceId, versionSetName: 'edge' };
    const before = await server.agents.resolveDefinition(request);
    const { agentId, ...pins } = before.pins!;
    await mine.version('agent', agentId, { background: 'Has moved on.' });

    const after = await server.agents.resolveDefinition(request);
    expect(after.pins?.agentVersionNumber).toBe(2);
    expect(after.definition?.agent).toEqual({ ...before.definition?.agent, background: 'Has moved on.' });
    const pinned = await server.agents.getDefinition({ tenantId, agentId, ...pins });
    expect(pinned.definition).toEqual(before.definition);
  });

  it('given a release set with version numbers, then newer versions do not change it', async () => {
    const { serviceId, agentId } = await server.admin.seedDefinitions(seedRequest(tenantId, 'Pinned'));
    const llmModelPreferences = [{ interactionName: 'engage', llmName: 'small', paramsJson: '{"t":0}' }];
    await mine.putSet(serviceId, 'release', {
      agent_version_number: 1,
      llm_model_preferences: { engage: { llm_name: 'small', params: { t: 0 } } },
    });
    await mine.version('agent', agentId, { background: 'Newer.' });

    const { pins } = await server.agents.resolveDefinition({
      tenantId,
      serviceId,
      versionSetName: 'release',
    });
    expect(pins).toMatchObject({ agentVersionNumber: 1, llmModelPreferences });
  });

  it.each([
    ['an unknown service', { serviceId: unknownId }, /service with this id\. The list of services/],
    ['an id that is none', { serviceId: 'x\u0000' }, /service/],
    ['an unknown version set', { versionSetName: 'nightly' }, /version set/],
    ['a version set with U+0000', { versionSetName: 'a\u0000' }, /version set/],
    ['another tenant', { tenantId: 'org:other' }, /service/],
  ])('given %s, then it is not found', async (_what, changes, message) => {
    const { serviceId } = await server.admin.seedDefinitions(seedRequest(tenantId));
    await expect(
      server.agents.resolveDefinition({ tenantId, serviceId, versionSetName: 'release', ...changes }),
    ).rejects.toMatchObject({ code: 'not_found', message: expect.stringMatching(message) });
  });

  it('given an inactive service, then it is not found', async () => {
    const { agentId, contextGraphId } = await server.admin.seedDefinitions(seedRequest(tenantId));
    const { definitionId: serviceId } = await mine.create('service', 'Asleep', {
      ...{ agent_id: agentId, context_graph_id: contextGraphId },
      ...{ description: 'Not in use', is_active: false },
    });
    await expect(
      server.agents.resolveDefinition({ tenantId, serviceId, versionSetName: 'release' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes one query, and so does getting a definition', async () => {
    const { serviceId } = await server.admin.seedDefinitions(seedRequest(tenantId));
    const before = server.statements.length;
    const { pins } = await server.agents.resolveDefinition({ tenantId, serviceId, versionSetName: 'edge' });
    await server.agents.getDefinition({ tenantId, ...pins! });
    expect(server.statements.slice(before)).toEqual(['agents.resolve_definition', 'agents.get_definition']);
  });
});

describe('getting a definition', () => {
  it.each([
    ['a version that does not exist', { agentVersionNumber: 7 }],
    ['an unknown graph', { contextGraphId: unknownId }],
    ['another tenant', { tenantId: 'org:other' }],
  ])('given %s, then it is not found', async (_what, changes) => {
    const { agentId, contextGraphId } = await server.admin.seedDefinitions(seedRequest(tenantId));
    const pins = { agentId, agentVersionNumber: 1, contextGraphId, contextGraphVersionNumber: 1 };
    await expect(server.agents.getDefinition({ tenantId, ...pins, ...changes })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it.each(['agent', 'graph'])('given the %s of another tenant, then it is not found', async (what) => {
    const own = await server.admin.seedDefinitions(seedRequest('org:other'));
    const foreign = await server.admin.seedDefinitions(seedRequest(tenantId));
    const get = (agentId: string, contextGraphId: string) =>
      server.agents.getDefinition({
        ...{ tenantId: 'org:other', agentVersionNumber: 1, contextGraphVersionNumber: 1 },
        agentId,
        contextGraphId,
      });
    await expect(get(own.agentId, own.contextGraphId)).resolves.toBeDefined();
    await expect(
      what === 'agent' ? get(foreign.agentId, own.contextGraphId) : get(own.agentId, foreign.contextGraphId),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given a graph too large for an event, then it comes whole from the blob store', async () => {
    const { agentId } = await server.admin.seedDefinitions(seedRequest(tenantId));
    const { definitionId: contextGraphId } = await mine.create('context_graph', 'Large');
    const body = graphBody('Talk at length. '.repeat(8_000));
    const { version } = await mine.version('context_graph', contextGraphId, body);
    expect(version?.version).toBe(1);
    const { rows } = await server.database.pool.query('SELECT tenant_id, owner FROM agents.blob');
    expect(rows).toEqual([{ tenant_id: tenantId, owner: `org:demo/context_graph/${contextGraphId}` }]);

    const pins = { agentId, agentVersionNumber: 1, contextGraphId, contextGraphVersionNumber: 1 };
    const { definition } = await server.agents.getDefinition({ tenantId, ...pins });
    const trimmed = { ...body, states: body.states.map((s) => ({ ...s, objective: s.objective.trim() })) };
    expect(definition?.contextGraphJson).toBe(canonicalJson(trimmed));
  });
});

describe('the largest agent version', () => {
  /** 810,000 characters of 4 bytes each. */
  const largest = {
    ...agentVersion('𝄞'.repeat(10_000)),
    behaviors: Array.from({ length: 200 }, () => '𝄞'.repeat(2_000)),
    communication_patterns: Array.from({ length: 200 }, () => '𝄢'.repeat(2_000)),
  };
  const shown = {
    initials: 'MV',
    background: largest.background,
    behaviors: largest.behaviors,
    communicationPatterns: largest.communication_patterns,
  };

  it('comes whole with the largest graph, in two queries, and carries over', async () => {
    const { definitionId: agentId } = await mine.create('agent', 'Largest');
    const { definitionId: contextGraphId } = await mine.create('context_graph', 'Largest');
    await mine.version('agent', agentId, largest);
    const body = graphBody('x'.repeat(500_000));
    await mine.version('context_graph', contextGraphId, body);
    const pins = { agentId, agentVersionNumber: 1, contextGraphId, contextGraphVersionNumber: 1 };
    const before = server.statements.length;
    const { definition } = await server.agents.getDefinition({ tenantId, ...pins });
    expect(server.statements.slice(before)).toEqual(['agents.get_definition', 'agents.get_blobs']);
    expect(definition?.agent).toMatchObject(shown);
    expect(definition?.contextGraphJson).toBe(canonicalJson(body));

    await mine.version('agent', agentId, { initials: 'B' });
    const next = await server.agents.getDefinition({ tenantId, ...pins, agentVersionNumber: 2 });
    expect(next.definition?.agent).toMatchObject({ ...shown, initials: 'B' });
    const { rows } = await server.database.pool.query(
      'SELECT max(octet_length(payload)) AS bytes FROM agents.event WHERE stream_id = $1',
      [`org:demo/agent/${agentId}`],
    );
    expect(rows[0].bytes).toBeLessThan(1_000);
  });

  it.each([
    ['body.background', { background: 'x'.repeat(60_001) }, '60000 characters'],
    ['body.behaviors.0', { behaviors: ['x'.repeat(4_001)] }, '4000 characters'],
    ['body.behaviors', { behaviors: Array.from({ length: 201 }, () => 'x') }, '200 items'],
    [
      'body.communication_patterns',
      { communication_patterns: Array.from({ length: 101 }, () => 'x'.repeat(4_000)) },
      '400000 characters together',
    ],
  ])('given more in %s, then it is refused with field and limit', async (field, changes, limit) => {
    const { agentId } = await server.admin.seedDefinitions(seedRequest(tenantId));
    await expect(mine.version('agent', agentId, changes)).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining(`${field}: must hold at most ${limit}`),
    });
  });

  it('given that it is refused, then its body is not stored either', async () => {
    const { definitionId: agentId } = await mine.create('agent', 'Never');
    const refused = mine.version('agent', agentId, largest, { expectedVersion: 2 });
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    const { initials: _initials, ...incomplete } = largest;
    const partly = mine.version('agent', agentId, incomplete);
    await expect(partly).rejects.toMatchObject({ code: 'invalid_request' });
    const nowhere = mine.version('agent', unknownId, largest);
    await expect(nowhere).rejects.toMatchObject({ code: 'not_found' });
    const { rowCount } = await server.database.pool.query('SELECT FROM agents.blob WHERE owner = ANY ($1)', [
      [agentId, unknownId].map((id) => `org:demo/agent/${id}`),
    ]);
    expect(rowCount).toBe(0);
  });
});

async function countEvents(): Promise<number> {
  const { rows } = await server.database.query<{ count: string }>({
    name: 'count_events',
    text: 'SELECT count(*) FROM agents.event',
    values: [],
  });
  return Number(rows[0]?.count);
}

it('given a first version that is incomplete, then it is refused', async () => {
  const { definitionId } = await mine.create('agent', 'Incomplete');
  const { background: _background, ...changes } = agentVersion();
  await expect(mine.version('agent', definitionId, changes)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/background/),
  });
});
