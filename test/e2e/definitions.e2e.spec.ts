import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError } from '../support/client.js';
import { PlatformClient } from '../support/platform-client.js';
import { SuiteSystem } from '../support/suite-system.js';

// A clinic that makes all of its definitions over HTTP.

type Shown = Record<string, unknown> & { readonly id: string };
interface Page {
  readonly items: readonly Shown[];
  readonly has_more: boolean;
  readonly continuation_token: number | string | null;
}

const system = new SuiteSystem();
let clinic: PlatformClient;
let workspace: string;

beforeAll(async () => {
  const owner = new PlatformClient(system.baseUrl, system.administrator.token ?? '');
  const slug = `clinic-${randomUUID().slice(0, 8)}`;
  const made = await owner.json<Shown>('POST', 'me/workspaces', { body: { slug, name: 'Clinic' } });
  workspace = made.id;
  const body = { duration_days: 1, role: 'owner' };
  const { api_key: key } = await owner.json<{ api_key: string }>('POST', `${workspace}/api-keys`, { body });
  clinic = new PlatformClient(system.baseUrl, key);
});

const post = (path: string, body: object) => clinic.json<Shown>('POST', `${workspace}/${path}`, { body });
const get = <Body = Shown>(path: string) => clinic.json<Body>('GET', `${workspace}/${path}`);
const change = (method: string, path: string, body?: object) =>
  clinic.request(method, `${workspace}/${path}`, body ? { body } : {});

/** `204`, or `409 name_conflict`. */
async function outcomeOf(request: Promise<unknown>): Promise<string> {
  try {
    const answer = await request;
    return answer instanceof Response ? String(answer.status) : 'done';
  } catch (error) {
    if (error instanceof HttpError) return `${error.status} ${error.body.error_code}`;
    throw error;
  }
}

/** The fields that a refusal names. */
async function faultsOf(request: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await request.catch((refusal: unknown) => refusal);
  if (!(error instanceof HttpError)) throw new Error('expected a refusal');
  const { detail } = error.body as unknown as { detail: readonly { loc: readonly unknown[] }[] };
  return detail.map(({ loc }) => loc.join('.'));
}

const identity = {
  name: 'Mara',
  role: 'appointment assistant of the Riverside Clinic',
  developed_by: 'the team of the clinic',
  default_spoken_language: 'eng',
  relationship_to_developer: null,
};
const version = {
  name: 'Mara',
  initials: 'MA',
  identity,
  voice_config: {
    voice_id: 'warm',
    stability: 0.5,
    similarity_boost: 0,
    style: 0,
    tts_provider: 'vendor_a',
    tts_config: { speed: 1 },
    language_providers: { deu: { provider: 'vendor_b', config: { dialect: 'none' } } },
    session_provider: 'svc',
  },
  background: 'Takes appointment requests.',
  behaviors: ['Listens first'],
  communication_patterns: ['Short sentences'],
};

const none = {
  intra_state_navigation_guidelines: [],
  action_guidelines: [],
  boundary_constraints: [],
};
const graph = (changes: object = {}) => ({
  states: [
    {
      type: 'action',
      name: 'Größe & reason',
      objective: 'Learn why they call.',
      actions: [{ description: 'Ask what brings them here.' }],
      ...none,
      exit_conditions: [{ description: 'The reason is clear.', next_state: 'triage' }],
      action_tool_call_specs: [{ tool_id: 'find-slots', result_persistence: 'override' }],
      guardrails: [{ name: 'no advice', description: 'Gives no medical advice.' }],
      preload: [{ tool_id: 'find-slots', params: { mrn: '{caller_mrn}' } }],
    },
    {
      type: 'decision',
      name: 'triage',
      objective: 'Is it urgent?',
      exit_conditions: [
        { description: 'Urgent.', next_state: 'note' },
        { description: 'It can wait.', next_state: 'details' },
      ],
    },
    { type: 'annotation', name: 'note', inner_thought: 'Be quick.', next_state: 'details' },
    {
      type: 'data_collection',
      name: 'details',
      objective: 'Learn who they are.',
      fields: [{ key: 'name', type: 'text', label: 'Name' }],
      on_complete: 'goodbye',
    },
    {
      type: 'action',
      name: 'goodbye',
      objective: 'Part.',
      actions: [{ description: 'Say goodbye.' }],
      ...none,
      exit_conditions: [],
    },
  ],
  new_user_initial_state: 'Größe & reason',
  returning_user_initial_state: 'Größe & reason',
  terminal_state: 'goodbye',
  ...changes,
});

describe('a clinic makes its definitions over HTTP', () => {
  it('agents and their versions are read back as they were written', async () => {
    const agent = await post('agents', { name: 'Front desk' });
    expect(agent).toMatchObject({ workspace_id: workspace, description: '', latest_version: 0 });
    expect(await outcomeOf(get(`agents/${agent.id}/versions/latest`))).toBe('404 not_found');
    const first = await post(`agents/${agent.id}/versions`, version);
    expect(first).toEqual({
      ...version,
      ...{ id: expect.any(String), workspace_id: workspace, agent_id: agent.id, version: 1 },
      ...{ created_at: expect.any(String), updated_at: first['created_at'] },
    });
    const second = await post(`agents/${agent.id}/versions`, { name: 'Mara', identity });
    expect(second).toMatchObject({ version: 2, initials: '', voice_config: null, behaviors: [] });
    expect(await get(`agents/${agent.id}/versions/1`)).toEqual(first);
    expect(await get(`agents/${agent.id}/versions/latest`)).toEqual(second);
    expect(await get<Page>(`agents/${agent.id}/versions?limit=1`)).toEqual({
      items: [second],
      has_more: true,
      continuation_token: 1,
    });
    expect(await get(`agents/${agent.id}`)).toMatchObject({ name: 'Front desk', latest_version: 2 });
    const strange = { ...version, voice_config: { voice_id: 'warm', tts_provider: 'vendor_c' } };
    expect(await faultsOf(post(`agents/${agent.id}/versions`, strange))).toEqual([
      'body.voice_config.tts_provider',
    ]);
  });

  it('names are unique among the living, and lists are searched, sorted and paged', async () => {
    const made = [
      await post('agents', { name: 'Night desk B' }),
      await post('agents', { name: 'Night desk A' }),
    ];
    expect(await outcomeOf(post('agents', { name: 'Night desk A' }))).toBe('409 name_conflict');
    const listed = await get<Page>('agents?search=NIGHT&sort_by=name&limit=1');
    expect(listed).toMatchObject({ items: [made[1]], has_more: true, continuation_token: 1 });
    const rest = await get<Page>('agents?search=NIGHT&sort_by=name&limit=1&continuation_token=1');
    expect(rest).toEqual({ items: [made[0]], has_more: false, continuation_token: null });
    const path = `agents/${made[1]?.id}`;
    expect(await outcomeOf(change('DELETE', path))).toBe('204');
    expect(await outcomeOf(change('DELETE', path))).toBe('404 not_found');
    expect(await outcomeOf(get(path))).toBe('404 not_found');
    expect((await get<Page>('agents?search=night')).items).toEqual([made[0]]);
    expect(await outcomeOf(change('PUT', `agents/${made[0]?.id}`, { name: 'Night desk A' }))).toBe('200');
  });

  it('graphs are read back whole; a broken one is refused at its state and field, and warnings are in a header', async () => {
    const { id } = await post('context-graphs', { name: 'Appointments' });
    const path = `${workspace}/context-graphs/${id}/versions`;
    const answer = await clinic.request('POST', path, { body: graph() });
    const first = (await answer.json()) as Shown;
    expect(JSON.parse(answer.headers.get('x-svc-warnings') ?? '[]')).toEqual([
      expect.stringMatching(/^states\.0\.action_tool_call_specs\.0.*find-slots/),
      expect.stringMatching(/^states\.0\.preload\.0.*find-slots/),
    ]);
    expect(first).toMatchObject({ context_graph_id: id, version: 1, ...graph() });
    expect(await get(`context-graphs/${id}/versions/latest`)).toEqual(first);
    expect(await get(`context-graphs/${id}`)).toMatchObject({ latest_version: 1, state_count: 5 });
    const { version: again, states } = await post(`context-graphs/${id}/versions`, first);
    expect({ again, states }).toEqual({ again: 2, states: first['states'] });
    expect(
      await faultsOf(post(`context-graphs/${id}/versions`, graph({ terminal_state: 'nowhere' }))),
    ).toEqual(['body.terminal_state', 'body.states.4.exit_conditions']);
  });

  it('a service joins an agent and a graph by version sets', async () => {
    const agent = await post('agents', { name: 'Day desk' });
    const flow = await post('context-graphs', { name: 'Day flow' });
    const ids = { agent_id: agent.id, context_graph_id: flow.id };
    const unknown = { ...ids, agent_id: randomUUID() };
    expect(await outcomeOf(post('services', { name: 'Nothing', ...unknown }))).toBe('404 not_found');
    const service = await post('services', {
      name: 'By text',
      ...ids,
      channel_type: 'text',
      is_active: true,
    });
    expect(service).toMatchObject({
      ...ids,
      ...{ agent_name: 'Day desk', context_graph_name: 'Day flow', tool_capacity: 3, version_sets: {} },
      ...{ environment: 'production', is_system: false, safety_filters_enabled: true },
    });
    await post(`agents/${agent.id}/versions`, version);
    const set = { agent_version_number: 1, llm_model_preferences: {} };
    const put = (given: object) =>
      outcomeOf(change('PUT', `services/${service.id}/version-sets/release`, { version_set: given }));
    expect(await put(set)).toBe('204');
    expect(await put({ agent_version_number: 2 })).toMatch(/^4/);
    expect(await get(`services/${service.id}`)).toMatchObject({
      version_sets: { release: { ...set, context_graph_version_number: null, turn_runtime: 'native' } },
    });
    await change('PUT', `services/${service.id}`, { keyterms: ['Riverside'], is_active: false, tags: null });
    expect((await get<Page>('services?is_active=true')).items).toEqual([]);
    expect((await get<Page>('services?is_active=false')).items).toMatchObject([{ keyterms: ['Riverside'] }]);
    expect(await outcomeOf(change('DELETE', `services/${service.id}`))).toBe('204');
  });

  it('skills have a slug that stays', async () => {
    const schema = { type: 'object', properties: { day: { type: 'string' } } };
    const body = { slug: 'find-slots', name: 'Find slots', description: 'Finds.', input_schema: schema };
    const skill = await post('skills', body);
    expect(skill).toMatchObject({ ...body, model: expect.any(String), delivery: 'interrupt' });
    expect(await outcomeOf(post('skills', body))).toBe('409 slug_conflict');
    await change('PUT', `skills/${skill.id}`, { slug: 'other', enabled: false });
    expect((await get<Page>('skills?enabled=false')).items).toMatchObject([{ slug: 'find-slots' }]);
    expect(await outcomeOf(change('DELETE', `skills/${skill.id}`))).toBe('409 state_conflict');
  });

  it('integrations keep their secrets to themselves, and have endpoints', async () => {
    const auth = { type: 'static_header', header_name: 'x-api-key' };
    const base = { name: 'calendar', display_name: 'Calendar', base_url: 'https://calendar.example' };
    expect(await faultsOf(post('integrations', { ...base, auth }))).toEqual(['body.secret_value']);
    expect(await faultsOf(post('integrations', { ...base, auth: { type: 'oauth2_jwt_bearer' } }))).toEqual([
      'body.auth.type',
    ]);
    const made = await post('integrations', { ...base, auth, secret_value: 'open sesame' });
    expect(made).toMatchObject({ ...base, auth, kind: 'rest', endpoint_count: 0, approval_policy: 'none' });
    const path = `integrations/${made.id}`;
    const endpoint = await post(`${path}/endpoints`, {
      name: 'slots',
      description: 'Lists.',
      path: 'slots/{day}',
    });
    expect(endpoint).toMatchObject({ method: 'POST', timeout_seconds: 30, max_retries: 2 });
    expect(await outcomeOf(post(`${path}/endpoints`, { name: 'slots', description: 'A', path: 'b' }))).toBe(
      '409 name_conflict',
    );
    await change('PATCH', `${path}/endpoints/${endpoint.id}`, { response_template: 'Free: {{slots}}' });
    await change('PATCH', `${path}/endpoints/${endpoint.id}`, { response_template: null, method: 'GET' });
    expect(await get<Page>(`${path}/endpoints?sort_by=%2Bname`)).toMatchObject({
      items: [{ id: endpoint.id, method: 'GET', response_template: null }],
      continuation_token: null,
    });
    expect(await faultsOf(change('PATCH', path, {}))).toEqual(['body']);
    await change('PATCH', path, { auth: null });
    expect(await get(path)).toMatchObject({ auth: null, endpoint_count: 1 });

    const mcp = {
      name: 'records',
      display_name: 'Records',
      protocol: 'mcp',
      mcp_url: 'https://mcp.example/mcp',
    };
    const bearer = { type: 'bearer_token', bearer_token_value: { value: 'open sesame' } };
    const server = await post('integrations', { ...mcp, auth: bearer });
    expect(server).toMatchObject({ ...mcp, auth: { type: 'bearer_token' }, mcp_transport: 'http' });
    const listed = await get<Page>('integrations?limit=1');
    expect(listed).toMatchObject({ items: [{ id: server.id }], has_more: true });
    const next = await get<Page>(`integrations?limit=1&continuation_token=${listed.continuation_token}`);
    expect(next).toMatchObject({ items: [{ id: made.id }], has_more: false, continuation_token: null });
    expect(await faultsOf(get('integrations?continuation_token=MQ'))).toEqual(['query.continuation_token']);
    expect(JSON.stringify([listed, next, made, server])).not.toContain('sesame');
    expect(await outcomeOf(change('DELETE', path))).toBe('204');
    expect(await outcomeOf(get(`${path}/endpoints/${endpoint.id}`))).toBe('404 not_found');
  });

  it('a tool of an integration is called where it is: by its secret, once, and not at all on a dry run', async () => {
    const calls: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
    const server = createServer((request, response) => {
      calls.push({ url: request.url ?? '', headers: request.headers });
      response.setHeader('content-type', 'application/json').end('{"booked":true}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const integration = await post('integrations', {
        ...{ name: 'desk', display_name: 'Desk', base_url: `http://127.0.0.1:${port}/v1` },
        ...{ auth: { type: 'static_header', header_name: 'x-key' }, secret_value: 'open sesame' },
      });
      const endpoints = `integrations/${integration.id}/endpoints`;
      const schema = { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] };
      await post(endpoints, {
        name: 'book',
        description: 'Books.',
        path: 'book/{day}',
        input_schema: schema,
      });
      const agent = await post('agents', { name: 'Booker' });
      const flow = await post('context-graphs', { name: 'Booking' });
      const ids = { agent_id: agent.id, context_graph_id: flow.id };
      const [first, ...others] = graph().states;
      const named = { ...first, action_tool_call_specs: [{ tool_id: 'desk__book' }], preload: [] };
      await post(`context-graphs/${flow.id}/versions`, graph({ states: [named, ...others] }));
      const service = await post('services', { name: 'Booking', ...ids });
      const tool = { tool_name: 'desk__book', tool_type: 'integration', is_write: true };
      expect((await get<{ tools: unknown[] }>('tools/catalog')).tools).toContainEqual(
        expect.objectContaining({ ...tool, states: [] }),
      );
      expect(await get(`services/${service.id}/tools/resolve`)).toMatchObject({
        tools: [{ ...tool, states: [first?.name] }],
      });
      const execute = (changes: object) =>
        post('tools/execute', { ...tool, service_id: service.id, ...changes });
      const input = { input_params: { day: 'monday' } };
      expect(await execute({ ...input, dry_run: true })).toMatchObject({
        ...{ result: null, dry_run: true, blocked_side_effects: [expect.any(String)] },
      });
      expect(await execute({ input_params: {} })).toMatchObject({ error: expect.stringContaining('day') });
      expect(calls).toEqual([]);
      expect(await execute(input)).toMatchObject({ result: { booked: true }, error: null, is_write: true });
      expect(calls).toMatchObject([{ url: '/v1/book/monday', headers: { 'x-key': 'open sesame' } }]);
      const tried = await post(`${endpoints}/book/test`, { params: { day: 'tuesday' } });
      expect(tried).toMatchObject({ status_code: 200, raw_response: { booked: true }, error: null });
      expect(calls).toHaveLength(2);
      expect(await get(`agent-runs/harness-context?service_id=${service.id}`)).toMatchObject({
        identity: null,
        tools: { read_tool_names: [], write_tool_names: ['desk__book'] },
      });
    } finally {
      server.close();
    }
  });
});
