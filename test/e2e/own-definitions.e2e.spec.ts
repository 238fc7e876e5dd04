import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ClassicClient, HttpError, type Page } from '../support/client.js';
import { collect, only } from '../support/stream-events.js';
import { SuiteSystem } from '../support/suite-system.js';

// An organization that begins with nothing, and makes all that a conversation runs on over HTTP.

jest.setTimeout(180_000); // the first one starts a whole system

const system = new SuiteSystem();
let library: ClassicClient;

beforeAll(async () => {
  const { baseUrl, administrator, credentials } = system;
  library = new ClassicClient(baseUrl, `library-${randomUUID().slice(0, 8)}`);
  library.token = administrator.token;
  await library.request('PUT', 'organization/', {
    headers: { 'x-store-cluster-name': 'main' },
    body: { org_name: 'Library' },
  });
  library.home = credentials.org_id;
});

const post = <Body = { id: string }>(path: string, body: object) =>
  library.json<Body>('POST', path, { body });
const get = <Body>(path: string) => library.json<Page & Body>('GET', path);

/** `204`, or `409 conflict`. */
async function outcomeOf(request: Promise<Response>): Promise<string> {
  try {
    return String((await request).status);
  } catch (error) {
    if (error instanceof HttpError) return `${error.status} ${error.body.error_code}`;
    throw error;
  }
}

const identity = {
  name: 'Mara',
  role: 'front desk assistant',
  developed_by: 'the team of the library',
  default_spoken_language: 'eng',
  relationship_to_developer: {
    ownership: 'owned by the library',
    type: 'assistant',
    conversation_visibility: 'visible to the library',
    thought_visibility: 'hidden',
  },
};
const agentVersion = {
  initials: 'MA',
  identity,
  background: 'Knows the library well.',
  behaviors: ['Listens first.'],
  communication_patterns: ['Short sentences.'],
  voice_config: { voice_id: 'warm' },
};

const action = (name: string, actions: readonly string[], exits: readonly object[]) => ({
  type: 'action',
  name,
  objective: `Go through ${name}.`,
  actions,
  intra_state_navigation_guidelines: [],
  action_guidelines: [],
  boundary_constraints: [],
  exit_conditions: exits,
  action_tool_call_specs: [],
  exit_condition_tool_call_specs: [],
  skip_active_memory_retrieval: true,
});
const graph = {
  description: 'From hello to goodbye.',
  states: [
    action(
      'welcome',
      ['Ask which book they are looking for.'],
      [{ description: 'The user names a book.', next_state: 'triage' }],
    ),
    {
      type: 'decision',
      name: 'triage',
      objective: 'Is it an old book?',
      exit_conditions: [
        { description: 'It is old.', next_state: 'note' },
        { description: 'It is new.', next_state: 'goodbye' },
      ],
      decision_guidelines: [],
      tool_call_specs: [],
      audio_fillers: [],
      audio_filler_triggered_after: 2,
    },
    {
      type: 'annotation',
      name: 'note',
      inner_thought: 'Old books are in the cellar.',
      next_state: 'goodbye',
    },
    action('goodbye', ['Say where the book is, and goodbye.'], []),
  ],
  new_user_initial_state: 'welcome',
  returning_user_initial_state: 'welcome',
  terminal_state: 'goodbye',
  references: {},
  global_intra_state_navigation_guidelines: [],
  global_action_guidelines: ['Be brief.'],
  global_boundary_constraints: [],
};

const graphs = 'organization/service_hierarchical_state_machine';

describe('an organization without definitions', () => {
  it('makes an agent, a context graph and a service, and holds a conversation with them', async () => {
    expect(await get('organization/agent')).toMatchObject({ agents: [], has_more: false });
    expect(await get(graphs)).toMatchObject({ service_hierarchical_state_machines: [] });
    expect(await get('service/')).toMatchObject({ services: [] });

    const { id: agent } = await post('organization/agent', { agent_name: 'Mara' });
    expect(await post(`organization/agent/${agent}/?version=1`, agentVersion)).toMatchObject({ version: 1 });
    const { id: graphId } = await post(graphs, { state_machine_name: 'Books' });
    expect(await post(`${graphs}/${graphId}/?dry_run=true`, graph)).toBeNull();
    expect(await post(`${graphs}/${graphId}/`, graph)).toMatchObject({ version: 1 });
    const { id: service } = await post('service/', {
      name: 'Front desk',
      description: 'Finds books.',
      is_active: true,
      agent_id: agent,
      service_hierarchical_state_machine_id: graphId,
      keyterms: ['cellar'],
      tags: { floor: 'one' },
    });
    const latest = {
      agent_version_number: null,
      service_hierarchical_state_machine_version_number: null,
      llm_model_preferences: {},
    };
    expect((await library.services({ id: service })).services).toEqual([
      expect.objectContaining({
        name: 'Front desk',
        agent_id: agent,
        service_hierarchical_state_machine_id: graphId,
        version_sets: { edge: latest, release: latest },
        tags: [{ key: 'floor', value: 'one' }],
        keyterms: ['cellar'],
      }),
    ]);

    const begun = await collect(library.createConversation(service));
    const { conversation_id: conversation } = only(begun, 'conversation-created');
    expect(only(begun, 'interaction-complete').full_message).not.toBe('');
    const turn = await collect(library.interact(conversation, 'I am looking for an old book about owls.'));
    const { conversation_completed: isCompleted } = only(turn, 'interaction-complete');
    if (!isCompleted) await library.finish(conversation);
    const { conversations } = await library.conversations({ id: conversation });
    expect(conversations).toMatchObject([{ id: conversation, is_finished: true, service_id: service }]);
  });

  it('carries over what a version of an agent leaves out, and numbers versions', async () => {
    const { id } = await post('organization/agent', { agent_name: 'Tom' });
    const to = `organization/agent/${id}/`;
    expect(await outcomeOf(library.request('POST', to, { body: { initials: 'TO' } }))).toBe(
      '400 invalid_request',
    );
    const { id: first } = await post(to, agentVersion);
    await post(to, { background: 'New here.' });
    expect(await outcomeOf(library.request('POST', `${to}?version=2`, { body: {} }))).toBe('409 conflict');
    const { agent_versions: versions } = await get<{ agent_versions: object[] }>(
      `organization/agent/${id}/version?sort_by=version`,
    );
    const voice = { voice_id: 'warm', stability: 0, similarity_boost: 0, style: 0 };
    const whole = { ...agentVersion, voice_config: voice, agent_id: id, org_id: library.organization };
    expect(versions).toEqual([
      expect.objectContaining({ ...whole, id: first, version: 1 }),
      expect.objectContaining({ ...whole, version: 2, background: 'New here.' }),
    ]);
    expect(await get(`organization/agent/${id}/version?version=latest`)).toMatchObject({
      agent_versions: [{ version: 2 }],
    });
    expect((await library.request('DELETE', to)).status).toBe(200);
    expect(await outcomeOf(library.request('DELETE', to))).toBe('409 conflict');
    expect(await outcomeOf(library.request('POST', to, { body: {} }))).toBe('400 invalid_request');
    expect(await get(`organization/agent?deprecated=true`)).toMatchObject({
      agents: [{ id, name: 'Tom', deprecated: true, latest_version: 2 }],
    });
  });

  it('is told state and field of what is wrong in a graph, and has its versions as they were given', async () => {
    const { id } = await post(graphs, { state_machine_name: 'Cellar' });
    const [welcome, ...others] = graph.states;
    const lost = { ...welcome, exit_conditions: [{ description: 'Any.', next_state: 'nowhere' }] };
    const refusal: unknown = await library
      .request('POST', `${graphs}/${id}/`, { body: { ...graph, states: [lost, ...others] } })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 422,
      body: {
        errors: {
          'body.states.0.exit_conditions.0.next_state': expect.stringContaining('nowhere'),
        },
      },
    });
    await post(`${graphs}/${id}/?version=1`, graph);
    expect(await get(`${graphs}/${id}/version`)).toMatchObject({
      state_machine_versions: [
        { ...graph, version: 1, org_id: library.organization, service_hierarchical_state_machine_id: id },
      ],
    });
  });

  it('pins versions by the version sets of a service, and keeps what an active one uses', async () => {
    const { id: agent } = await post('organization/agent', { agent_name: 'Ada' });
    await post(`organization/agent/${agent}/`, agentVersion);
    const { id: graphId } = await post(graphs, { state_machine_name: 'Shelves' });
    await post(`${graphs}/${graphId}/`, graph);
    const { id } = await post('service/', {
      name: 'Shelves',
      description: 'Knows shelves.',
      is_active: true,
      agent_id: agent,
      service_hierarchical_state_machine_id: graphId,
      keyterms: [],
      tags: {},
    });
    const put = (name: string, version_set: object) =>
      outcomeOf(library.request('PUT', `service/${id}/version_sets/${name}/`, { body: { version_set } }));
    expect(await put('test', { agent_version_number: 1 })).toBe('204');
    expect(await put('test', { agent_version_number: 2 })).toBe('400 invalid_request');
    expect(await put('edge', {})).toBe('400 invalid_request');
    const { services } = await library.services({ id });
    expect(services[0]?.['version_sets']).toMatchObject({ test: { agent_version_number: 1 } });
    const drop = (name: string) =>
      outcomeOf(library.request('DELETE', `service/${id}/version_sets/${name}/`));
    expect([await drop('test'), await drop('test'), await drop('release')]).toEqual([
      '204',
      '404 not_found',
      '400 invalid_request',
    ]);

    const deprecate = () => outcomeOf(library.request('DELETE', `organization/agent/${agent}/`));
    expect(await deprecate()).toBe('400 invalid_request');
    expect(await post(`service/${id}/`, { is_active: false })).toEqual({});
    await expect(collect(library.createConversation(id))).rejects.toMatchObject({ status: 404 });
    expect(await deprecate()).toBe('200');
  });

  it('has tools, whose versions are declared calls with numbers that count up', async () => {
    const { id } = await post('tool/', { name: 'find_book', description: 'Finds books.', tags: {} });
    const again = { name: 'find_book', description: 'Finds books.', tags: {} };
    expect(await outcomeOf(library.request('POST', 'tool/', { body: again }))).toBe('409 conflict');
    const call = { base_url: 'https://catalogue.example', path: 'books' };
    const bump = (bump_type: string) =>
      post<{ new_version: object }>(`tool/${id}/version`, { ...call, bump_type });
    expect(await bump('major')).toEqual({ new_version: { major: 1, minor: 0, patch: 0 } });
    expect(await bump('minor')).toEqual({ new_version: { major: 1, minor: 1, patch: 0 } });
    expect(await outcomeOf(library.request('DELETE', `tool/${id}/version/1.0.0`))).toBe('204');
    expect(await get(`tool/${id}/version?deprecated=true`)).toMatchObject({
      tool_versions: [{ tool_id: id, version: { major: 1, minor: 0, patch: 0 }, ...call, deprecated: true }],
    });
    expect(await outcomeOf(library.request('POST', `tool/${id}`, { body: { tags: { a: 'b' } } }))).toBe(
      '204',
    );
    expect(await get('tool/?tag=a:b')).toMatchObject({
      tools: [{ id, name: 'find_book', tags: [{ key: 'a', value: 'b' }], deprecated: false }],
      filter_values: { tags: ['a:b'] },
    });
    expect(await outcomeOf(library.request('DELETE', `tool/${id}`))).toBe('204');
    expect(await get('tool/?deprecated=true')).toMatchObject({ tools: [{ id, deprecated: true }] });
  });
});
