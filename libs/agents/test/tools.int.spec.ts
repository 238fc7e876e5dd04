import { administratorOf, keyOf, startAgentsServer, type AgentsServer } from './agents-server.js';
import { allRefused, definitionsOf } from './definitions-client.js';
import { graphBody } from './definitions.js';
import { platformGraph } from './kinds.js';

const key = keyOf('0b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c11');
const call = { base_url: 'https://api.example', path: 'find' };
let server: AgentsServer;
let classic: ReturnType<typeof definitionsOf>;
let platform: ReturnType<typeof definitionsOf>;

beforeAll(async () => {
  server = await startAgentsServer();
  [classic, platform] = [definitionsOf(server, administratorOf('demo')), definitionsOf(server, key)];
});
afterAll(() => server.stop());

describe('tools of an organization', () => {
  it('have versions that count up by what is bumped, are named by specifiers, and are deprecated one by one', async () => {
    const { definitionId } = await classic.create('tool', 'lookup', { description: 'Looks up' });
    const labels: (string | undefined)[] = [];
    for (const bump_type of ['major', 'patch', 'minor', 'major'])
      labels.push((await classic.version('tool', definitionId, { ...call, bump_type })).version?.label);
    expect(labels).toEqual(['1.0.0', '1.0.1', '1.1.0', '2.0.0']);
    const labelsOf = async (changes: object) =>
      (await classic.listVersions('tool', definitionId, changes)).versions.map(({ label }) => label);
    expect(await labelsOf({ versions: '>=1.0.1,<2' })).toEqual(['1.0.1', '1.1.0']);
    await classic.retireVersions('tool', definitionId, '==1.0.*');
    expect(await labelsOf({ isRetired: true })).toEqual(['1.0.0', '1.0.1']);
    expect(await labelsOf({ isRetired: false })).toEqual(['1.1.0', '2.0.0']);
    await classic.retireVersions('tool', definitionId, '1.0.0');
    const none = classic.retireVersions('tool', definitionId, '9');
    await expect(none).rejects.toMatchObject({ code: 'not_found' });
    for (const broken of ['latest', '>', '1.2.3.4'])
      await expect(classic.retireVersions('tool', definitionId, broken)).rejects.toMatchObject({
        code: 'validation_failed',
      });
  });

  it('are listed by who made them, and the first page names who did', async () => {
    const { definitionId } = await classic.create('tool', 'by_two', { description: 'Looks up' });
    await classic.version('tool', definitionId, call);
    const grace = { ...administratorOf('demo'), userId: 'grace' };
    await definitionsOf(server, grace).version('tool', definitionId, call);
    const [ofAda, ofGrace] = ['ada', 'grace'].map((userId) => ({ orgId: 'demo', userId }));
    const first = await classic.listVersions('tool', definitionId, { creators: [ofGrace] });
    expect(first.versions.map(({ label }) => label)).toEqual(['0.0.2']);
    expect(first.filterValues?.creators).toEqual([ofAda, ofGrace]);
    const elsewhere = { creators: [{ orgId: 'other', userId: 'ada' }], page: { limit: 1, offset: 1 } };
    expect(await classic.listVersions('tool', definitionId, elsewhere)).toMatchObject({ versions: [] });
    const both = { creators: [ofAda, ofGrace], page: { limit: 1, offset: 1 } };
    const second = await classic.listVersions('tool', definitionId, both);
    expect([second.versions.length, second.filterValues]).toEqual([1, undefined]);
  });

  it('given secrets, then a version at another server is refused until they are removed', async () => {
    const { definitionId } = await classic.create(
      'tool',
      'with_secrets',
      { description: 'Looks up' },
      { secrets: { KEY: 'brass' } },
    );
    await classic.version('tool', definitionId, call);
    const elsewhere = { ...call, base_url: 'https://collector.example' };
    for (const base_url of [elsewhere.base_url, 'http://api.example', 'https://api.example:8443'])
      await expect(classic.version('tool', definitionId, { ...call, base_url })).rejects.toMatchObject({
        fields: [expect.objectContaining({ loc: ['body', 'base_url'] })],
      });
    await classic.version('tool', definitionId, { ...call, base_url: 'https://api.example/v2' });
    await classic.update('tool', definitionId, { removedSecrets: ['KEY'] });
    await expect(classic.version('tool', definitionId, elsewhere)).resolves.toBeDefined();
  });

  it('given a graph that names one, then a version has to meet its constraint', async () => {
    const { definitionId: toolId } = await classic.create('tool', 'constrained', { description: 'Looks up' });
    const { definitionId: graph } = await classic.create('context_graph', 'Names a tool');
    const naming = (constraint: string) => {
      const [talk, ...others] = graphBody().states;
      const spec = {
        ...{ tool_id: toolId, version_constraint: constraint, additional_instruction: 'Look it up.' },
        ...{ audio_fillers: [], audio_filler_triggered_after: 2, result_persistence: 'persisted' },
      };
      const body = { ...graphBody(), states: [{ ...talk, action_tool_call_specs: [spec] }, ...others] };
      return classic.version('context_graph', graph, body);
    };
    const refused = { code: 'invalid_request', message: expect.stringContaining('body.states.0.') };
    await expect(naming('*')).rejects.toMatchObject(refused);
    for (const bump_type of ['major', 'major']) await classic.version('tool', toolId, { ...call, bump_type });
    await classic.retireVersions('tool', toolId, '2.0.0');
    await expect(naming('>=2')).rejects.toMatchObject(refused);
    await expect(naming('>=1')).resolves.toMatchObject({ version: { version: 1 } });
  });

  it('given a part that does not exist, then nothing is bumped', async () => {
    const { definitionId } = await classic.create('tool', 'bumped', { description: 'Looks up' });
    const made = classic.version('tool', definitionId, { ...call, bump_type: 'epoch' });
    await expect(made).rejects.toMatchObject({
      fields: [expect.objectContaining({ loc: ['body', 'bump_type'] })],
    });
  });
});

describe('variables of a tool', () => {
  const ada = administratorOf('demo');
  const none = { inserts: [], updates: [], deletes: [] };
  const change = (toolId: string, changes: object, caller = ada) =>
    server.tools.changeToolVariables({ caller, toolId, ...none, ...changes });
  const make = async (name: string) =>
    (await classic.create('tool', name, { description: 'Looks up', envvars: { SHELF: 'one' } })).definitionId;

  it('are set, changed and removed together, and secret values are stored encrypted', async () => {
    const id = await make('with_variables');
    const secret = { name: 'KEY', value: 'brass key', isSecret: true };
    await change(id, { inserts: [secret, { name: 'ROOM', value: 'blue' }], deletes: ['SHELF'] });
    const found = await classic.find('tool', id);
    expect(found).toMatchObject({ secretNames: ['KEY'] });
    expect(JSON.parse(found.bodyJson)).toMatchObject({ envvars: { ROOM: 'blue' } });
    expect(JSON.stringify(found)).not.toContain('brass');
    const place = { tenantId: 'org:demo' as const, definitionId: id };
    expect(await server.secrets.openAll(server.database, place)).toEqual(new Map([['KEY', 'brass key']]));
    const stored = await server.database.query<{ all: string }>({
      name: 'test.everything',
      text: `SELECT string_agg(e::text, '') AS all FROM agents.event AS e`,
      values: [],
    });
    expect(stored.rows[0]?.all).toContain('blue');
    expect(stored.rows[0]?.all).not.toContain('brass');
    await change(id, { updates: [{ name: 'KEY', value: 'steel' }], deletes: ['ROOM'] });
    expect(await server.secrets.openAll(server.database, place)).toEqual(new Map([['KEY', 'steel']]));
  });

  it('given a name that exists, then nothing of the request is done', async () => {
    const id = await make('with_conflict');
    const inserts = [
      { name: 'NEW', value: 'x' },
      { name: 'SHELF', value: 'two', isSecret: true },
    ];
    await expect(change(id, { inserts })).rejects.toMatchObject({ code: 'conflict' });
    const found = await classic.find('tool', id);
    expect([JSON.parse(found.bodyJson).envvars, found.secretNames]).toEqual([{ SHELF: 'one' }, []]);
  });

  it('given two requests for one name at once, then one of them wins', async () => {
    const id = await make('with_race');
    const insert = (isSecret: boolean) => change(id, { inserts: [{ name: 'NEW', value: 'x', isSecret }] });
    const ended = await Promise.allSettled([insert(true), insert(false)]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('are of nobody else, and of those who may change the tool', async () => {
    const id = await make('with_owner');
    const deletes = ['SHELF'];
    await allRefused(
      [change(id, { deletes }, administratorOf('other')), change('0'.repeat(24), none)],
      'not_found',
    );
    const grants = ada.grants.filter(({ permissionName }) => permissionName !== 'Tool:ModifyTool');
    await allRefused([change(id, { deletes }, { ...ada, grants })], 'permission_denied');
    await classic.retire('tool', id);
    await allRefused([change(id, { deletes })], 'invalid_request');
  });
});

describe('names of built-in tools', () => {
  it.each(['tool_status', 'recall_memories', 'forward_call'])(
    'given %s, then no tool or skill gets it',
    async (name) => {
      const skill = { name: 'Find', description: 'Finds', input_schema: {} };
      const made = [
        classic.create('tool', name, { description: 'Looks up' }),
        platform.create('skill', name, skill),
      ];
      await allRefused(made, 'conflict');
    },
  );
});

describe('tools that a graph of a workspace names', () => {
  const naming = (toolId: string) => ({
    ...platformGraph,
    states: platformGraph.states.map((state) => ({
      ...state,
      action_tool_call_specs: [{ tool_id: toolId }],
    })),
  });

  it('given that one does not exist yet, then the version is created with a warning', async () => {
    const { definitionId } = await platform.create('context_graph', 'Names tools');
    const unknown = await platform.version('context_graph', definitionId, naming('not_yet'));
    expect(unknown.version?.version).toBe(1);
    expect(unknown.warnings.join(' ')).toContain('not_yet');
    await platform.create('skill', 'not_yet', { name: 'Find', description: 'Finds', input_schema: {} });
    const known = await platform.version('context_graph', definitionId, naming('not_yet'));
    expect(known.warnings.join(' ')).not.toContain('not_yet');
    expect(JSON.parse((await platform.find('context_graph', definitionId)).latestSummaryJson)).toEqual({
      state_count: 2,
      tool_ids: ['not_yet'],
    });
  });

  it('given ephemeral results, then platform authoring must be on in the workspace', async () => {
    const body = naming('later');
    const [spec] = [{ tool_id: 'later', result_persistence: 'ephemeral' }];
    const states = body.states.map((state) => ({ ...state, action_tool_call_specs: [spec] }));
    const { definitionId } = await platform.create('context_graph', 'Ephemeral');
    const refused = platform.version('context_graph', definitionId, { ...body, states });
    await expect(refused).rejects.toMatchObject({
      fields: expect.arrayContaining([
        expect.objectContaining({
          loc: ['body', 'states', 0, 'action_tool_call_specs', 0, 'result_persistence'],
        }),
      ]),
    });
    const authoring = definitionsOf(server, { ...key, platformAuthoring: true });
    const made = await authoring.version('context_graph', definitionId, { ...body, states });
    expect(made.version?.version).toBe(1);
  });

  it('are referred to by list and state, with the services of the graph', async () => {
    const { definitionId } = await platform.create('skill', 'referred', {
      ...{ name: 'Find', description: 'Finds', input_schema: {} },
    });
    expect(await platform.references(definitionId)).toEqual({ contextGraphs: [], serviceIds: [] });
    const graph = await platform.create('context_graph', 'Refers');
    const agent = await platform.create('agent', 'Of the service');
    await platform.version('context_graph', graph.definitionId, naming('referred'));
    const service = await platform.create('service', 'Runs it', {
      ...{ agent_id: agent.definitionId, context_graph_id: graph.definitionId },
    });
    expect(await platform.references(definitionId)).toEqual({
      contextGraphs: [
        {
          contextGraphId: graph.definitionId,
          ...{ name: 'Refers', version: 1 },
          states: [
            { stateName: 'talk', list: 'action_tool_call_specs' },
            { stateName: 'end', list: 'action_tool_call_specs' },
          ],
        },
      ],
      serviceIds: [service.definitionId],
    });
    const stranger = definitionsOf(server, keyOf('1b0e3f5c-7a5e-4a39-9d0e-3c6f3b0a1c12'));
    await expect(stranger.references(definitionId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given many graphs, then all that name it refer to it', async () => {
    const { definitionId } = await platform.create('skill', 'popular', {
      ...{ name: 'Find', description: 'Finds', input_schema: {} },
    });
    const names = Array.from({ length: 18 }, (_, place) => `Popular ${10 + place}`);
    for (const name of names) {
      const graph = await platform.create('context_graph', name);
      await platform.version('context_graph', graph.definitionId, naming('popular'));
    }
    const { contextGraphs } = await platform.references(definitionId);
    expect(contextGraphs.map(({ name, states }) => [name, states.length])).toEqual(
      names.map((name) => [name, 2]),
    );
  });

  it('given a skill in the latest version, then it is not deleted', async () => {
    const { definitionId } = await platform.create('skill', 'in_use', {
      ...{ name: 'Find', description: 'Finds', input_schema: {} },
    });
    const graph = await platform.create('context_graph', 'Uses a skill');
    await platform.version('context_graph', graph.definitionId, naming('in_use'));
    await expect(platform.retire('skill', definitionId)).rejects.toMatchObject({ code: 'conflict' });
    await platform.version('context_graph', graph.definitionId, platformGraph);
    await expect(platform.retire('skill', definitionId)).resolves.toEqual({});
  });
});
