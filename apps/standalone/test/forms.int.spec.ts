import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { startStandalone, type StartedStandalone } from './started-standalone.js';

// The whole way of a form, over HTTP: a conversation waits for it, a person fills it in by its link, and the agent goes on.

const none = { intra_state_navigation_guidelines: [], action_guidelines: [], boundary_constraints: [] };
const form = {
  title: 'Your visit',
  fields: [
    { key: 'day', label: 'Day of the visit', field_type: 'date' },
    { key: 'insurance', label: 'Insurance number', field_type: 'text', sensitive: true },
  ],
};
const graph = {
  states: [
    {
      ...{ type: 'action', name: 'fill in', objective: 'Have the form filled in.', ...none },
      actions: [{ description: 'Ask them to fill in the form.' }],
      exit_conditions: [{ description: 'The form was submitted.', next_state: 'goodbye' }],
      ...{ wait_for: 'surface_submission', surface_spec_template: form },
    },
    {
      ...{ type: 'action', name: 'goodbye', objective: 'Part.', ...none },
      ...{ actions: [{ description: 'Say goodbye.' }], exit_conditions: [] },
    },
  ],
  ...{
    new_user_initial_state: 'fill in',
    returning_user_initial_state: 'fill in',
    terminal_state: 'goodbye',
  },
};

let standalone: StartedStandalone;
let serviceId: string;

async function request(method: string, path: string, body?: object, headers: object = {}) {
  const response = await fetch(`${standalone.demo.base_url}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown };
}
/** As the workspace. */
async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
  const { workspace_id: id, workspace_api_key: key } = standalone.demo;
  const answer = await request(method, `/v1/${id}/${path}`, body, { authorization: `Bearer ${key}` });
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body as Body;
}
const make = async (path: string, body: object) => (await call<{ id: string }>('POST', path, body)).id;

beforeAll(async () => {
  standalone = await startStandalone();
  const agent = await make('agents', { name: 'Mara' });
  const identity = { name: 'Mara', role: 'assistant', developed_by: 'us', default_spoken_language: 'eng' };
  await call('POST', `agents/${agent}/versions`, { name: 'Mara', identity });
  const made = await make('context-graphs', { name: 'Desk' });
  await call('POST', `context-graphs/${made}/versions`, graph);
  serviceId = await make('services', { name: 'Desk', agent_id: agent, context_graph_id: made });
});
afterAll(() => standalone.stop());

interface Conversation {
  readonly id: string;
  readonly status: string;
  readonly entity_id: string;
}

/** A link to the form that a conversation waits for. */
async function waiting() {
  const { id, status, entity_id } = await call<Conversation>('POST', 'conversations', {
    service_id: serviceId,
    entity_id: randomUUID(),
  });
  let surfaceId = '';
  await eventually(async () => {
    const { items } = await call<{ items: { id: string }[] }>('GET', `surfaces?entity_id=${entity_id}`);
    expect(items).toHaveLength(1);
    surfaceId = items[0]?.id ?? '';
  }, 15_000);
  const delivered = await call<{ url: string; status: string }>('POST', `surfaces/${surfaceId}/deliver`, {
    channel_address: 'the chat',
  });
  expect(delivered.status).toBe('delivered');
  return { id, status, surfaceId, link: delivered.url.replace(/\/spec$/, '') };
}

it('given a conversation that waits for a form, when a person submits it, then the agent goes on', async () => {
  const { id, status, surfaceId, link } = await waiting();
  expect(status).toBe('paused');
  expect(link).toMatch(/^\/s\/[\w-]{43}$/);

  const opened = await request('GET', `${link}/spec`);
  expect(opened.body).toMatchObject({
    surface_id: surfaceId,
    status: 'opened',
    spec: form,
    saved_values: {},
  });
  expect(opened.headers.get('cache-control')).toBe('no-store');
  expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
  expect(opened.text).not.toContain(standalone.demo.workspace_id);

  expect(await request('PUT', `/v1${link}/fields/day`, { value: '2026-12-01' })).toMatchObject({
    ...{ status: 200, body: { status: 'saved' } },
  });
  expect(await request('POST', `${link}/submit`)).toMatchObject({
    status: 422,
    body: {
      error_code: 'validation_failed',
      reason: null,
      details: { errors: { 'fields.insurance': 'is required' } },
    },
  });
  await request('PUT', `${link}/fields/insurance`, { value: 'A-123' });
  expect(await request('POST', `${link}/submit`)).toMatchObject({
    ...{ status: 200, body: { status: 'completed', surface_id: surfaceId } },
  });
  expect(await request('POST', `${link}/submit`)).toMatchObject({
    ...{ status: 409, body: { error_code: 'already_submitted' } },
  });

  await eventually(async () => {
    const polled = await call<{ output: { role: string }[] }>(
      'POST',
      `conversations/${id}/turns?poll=true`,
      {},
    );
    expect(polled.output).toMatchObject([{ role: 'agent' }]);
  }, 15_000);
  expect((await call<Conversation>('GET', `conversations/${id}`)).status).not.toBe('paused');
  expect(await call('GET', `surfaces/${surfaceId}`)).toMatchObject({
    ...{ status: 'completed', submitted_data: { day: '2026-12-01', insurance: 'A-123' }, url: null },
  });
});

it('given a form that was archived, then its link says that it is over', async () => {
  const { surfaceId, link } = await waiting();
  expect(await call('DELETE', `surfaces/${surfaceId}`)).toEqual({
    surface_id: surfaceId,
    status: 'archived',
  });
  expect(await request('GET', `${link}/spec`)).toMatchObject({
    ...{ status: 410, body: { error_code: 'link_expired' } },
  });
});

it.each([
  ['another token', `/s/${'A'.repeat(43)}`],
  ['no token', '/s/%20'],
  ['odd characters', '/s/..%2F..%2Fv1'],
  ['a very long one', `/s/${'a'.repeat(4_000)}`],
])('given %s, then nobody learns of any form', async (_what, link) => {
  for (const [method, path] of [
    ['GET', 'spec'],
    ['POST', 'submit'],
  ] as const) {
    const { status, body } = await request(method, `${link}/${path}`);
    expect([401, 404]).toContain(status);
    expect(Object.keys(body as object)).toEqual(['error_code', 'message', 'reason', 'details']);
  }
});

it('given a value that is too long, then it is refused before it is read', async () => {
  const { link } = await waiting();
  expect(await request('PUT', `${link}/fields/day`, { value: 'x'.repeat(70_000) })).toMatchObject({
    ...{ status: 413, body: { error_code: 'payload_too_large' } },
  });
});
