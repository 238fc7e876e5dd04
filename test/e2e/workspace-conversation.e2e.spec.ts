import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError } from '../support/client.js';
import { ModelServer } from '../support/model-server.js';
import { PlatformClient } from '../support/platform-client.js';
import { SuiteSystem } from '../support/suite-system.js';

// A conversation of a workspace over HTTP, as one answer and as server-sent events, with each kind of model.

interface Turn {
  readonly role: string;
  readonly text: string;
  readonly turn_id: string | null;
  readonly turn_index: number | null;
}
interface Conversation {
  readonly id: string;
  readonly status: string;
  readonly turn_count: number;
  readonly turns: readonly Turn[];
}
interface Answer {
  readonly output: readonly Turn[];
  readonly background_pending: boolean;
  readonly conversation: { readonly turn_count: number };
}

const none = { intra_state_navigation_guidelines: [], action_guidelines: [], boundary_constraints: [] };
const graph = {
  states: [
    {
      ...{ type: 'action', name: 'reason', objective: 'Learn why they call.', ...none },
      actions: [{ description: 'Ask what brings them here.' }],
      exit_conditions: [{ description: 'They say goodbye.', next_state: 'goodbye' }],
    },
    {
      ...{ type: 'action', name: 'goodbye', objective: 'Part.', ...none },
      ...{ actions: [{ description: 'Say goodbye.' }], exit_conditions: [] },
    },
  ],
  ...{ new_user_initial_state: 'reason', returning_user_initial_state: 'reason', terminal_state: 'goodbye' },
};

/** A workspace with a service, and what its client does. */
async function deskOf(system: Pick<SuiteSystem, 'baseUrl' | 'administrator'>) {
  const owner = new PlatformClient(system.baseUrl, system.administrator.token ?? '');
  const slug = `desk-${randomUUID().slice(0, 8)}`;
  const { id } = await owner.json<{ id: string }>('POST', 'me/workspaces', { body: { slug, name: 'Desk' } });
  const asked = { body: { duration_days: 1, role: 'owner' } };
  const { api_key: key } = await owner.json<{ api_key: string }>('POST', `${id}/api-keys`, asked);
  const client = new PlatformClient(system.baseUrl, key);
  const post = <Body = { readonly id: string }>(path: string, body: object, headers = {}) =>
    client.json<Body>('POST', `${id}/${path}`, { body, headers });
  const agent = await post('agents', { name: 'Mara' });
  const identity = {
    ...{ name: 'Mara', role: 'assistant', developed_by: 'the clinic', default_spoken_language: 'eng' },
    relationship_to_developer: null,
  };
  await post(`agents/${agent.id}/versions`, { name: 'Mara', identity });
  const made = await post('context-graphs', { name: 'Desk' });
  await post(`context-graphs/${made.id}/versions`, graph);
  const service = await post('services', { name: 'Desk', agent_id: agent.id, context_graph_id: made.id });
  return {
    post,
    serviceId: service.id,
    get: <Body>(path: string) => client.json<Body>('GET', `${id}/${path}`),
    begin: (body: object = {}) => post<Conversation>('conversations', { service_id: service.id, ...body }),
    read: (conversation: string) => client.json<Conversation>('GET', `${id}/conversations/${conversation}`),
    poll: (conversation: string) => post<Answer>(`conversations/${conversation}/turns?poll=true`, {}),
    say: (conversation: string, message: string) =>
      post<Answer>(`conversations/${conversation}/turns`, { message }),
    stream: (conversation: string, message: string, signal?: AbortSignal) =>
      fetch(`${system.baseUrl}/v1/${id}/conversations/${conversation}/turns/stream`, {
        ...{ method: 'POST', body: JSON.stringify({ message }), ...(signal && { signal }) },
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      }),
    request: (method: string, path: string) => client.request(method, `${id}/${path}`),
  };
}

type Desk = Awaited<ReturnType<typeof deskOf>>;

/** The names of the events, and the text of the message. */
async function heard(response: Response) {
  const frames = [...(await response.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
  const texts = frames.flatMap(([, name, data = '']) =>
    name === 'message' ? [(JSON.parse(data) as { text: string }).text] : [],
  );
  return { names: frames.map(([, name]) => name), texts };
}

const codeOf = async (asked: Promise<unknown>) => {
  const error: unknown = await asked.catch((refusal: unknown) => refusal);
  return error instanceof HttpError ? error.body.error_code : 'done';
};

describe('with the offline model', () => {
  const system = new SuiteSystem();
  let desk: Desk;
  beforeAll(async () => void (desk = await deskOf(system)));

  it('a conversation goes from its greeting over turns of both kinds to its end', async () => {
    const begun = await desk.begin();
    expect(begun).toMatchObject({
      status: 'active',
      turn_count: 0,
      turns: [{ role: 'agent', turn_index: null }],
    });
    const answer = await desk.say(begun.id, 'My foot hurts.');
    expect(answer).toMatchObject({ background_pending: false, conversation: { turn_count: 1 } });
    const { names, texts } = await heard(await desk.stream(begun.id, 'Since Tuesday.'));
    expect([names[0], names.at(-2), names.at(-1)]).toEqual(['token', 'message', 'done']);
    const read = await desk.read(begun.id);
    expect(read.turns.map(({ role, turn_index }) => [role, turn_index])).toEqual([
      ['agent', null],
      ['user', 0],
      ['agent', 0],
      ['user', 1],
      ['agent', 1],
    ]);
    expect(read.turns.at(-1)?.text).toBe(texts.at(-1));
    expect((await desk.request('DELETE', `conversations/${begun.id}`)).status).toBe(204);
    expect((await desk.request('DELETE', `conversations/${begun.id}`)).status).toBe(204);
    expect(await codeOf(desk.say(begun.id, 'Hello?'))).toBe('conversation_closed');
  });

  it('one that begins without a greeting gets it at its first turn, which has no message', async () => {
    const { id } = await desk.begin({ auto_greet: false });
    expect((await desk.say(id, '')).output).toHaveLength(1);
    expect(await codeOf(desk.say(id, ''))).toBe('validation_failed');
  });

  it('text messages of a number go on in its conversation, those of another number have one of their own', async () => {
    const text = (phone_number: string, words: string) =>
      desk.post<{ text: string }>(`services/${desk.serviceId}/text-turn`, {
        ...{ phone_number, agent_phone: '+4930654321', text: words },
      });
    const answers = [
      await text('+4930123456', 'My foot hurts.'),
      await text('+4930123457', 'My hand hurts.'),
      await text('+4930123456', 'Since Tuesday.'),
    ];
    const { items } = await desk.get<{ items: (Conversation & { phone_number: string })[] }>(
      'conversations?channel_kind=sms',
    );
    expect(items.map((one) => [one.phone_number, one.turn_count]).sort()).toEqual([
      ['+4930123456', 2],
      ['+4930123457', 1],
    ]);
    const first = items.find(({ phone_number }) => phone_number === '+4930123456');
    const { turns } = await desk.read(first?.id ?? '');
    expect(turns.map(({ text: said }) => said)).toEqual([
      ...['My foot hurts.', answers[0]?.text],
      ...['Since Tuesday.', answers[2]?.text],
    ]);
  });
});

interface Snapshot {
  readonly current_state: { readonly name: string };
  readonly total_turns: number;
}

describe('a simulation', () => {
  const system = new SuiteSystem();
  let desk: Desk;
  beforeAll(async () => void (desk = await deskOf(system)));

  it('is begun, stepped, shown and destroyed, and stands in no list', async () => {
    const made = await desk.post<{ session_id: string; greeting: string; snapshot: Snapshot }>(
      'simulations/sessions',
      { service_id: desk.serviceId },
    );
    expect(made).toMatchObject({
      greeting: expect.stringMatching(/./),
      snapshot: {
        current_state: { name: 'reason', type: 'action', objective: 'Learn why they call.' },
        ...{ total_turns: 0, states_visited: ['reason'], terminal_reached: false },
        reachable_states: [{ name: 'goodbye', condition: 'They say goodbye.' }],
      },
    });
    const session_id = made.session_id;
    const stepped = await desk.post('simulations/sessions/step', {
      session_id,
      caller_text: 'My foot hurts.',
    });
    expect(stepped).toMatchObject({
      observation: { state_before: 'reason', agent_text: expect.stringMatching(/./), tools_called: [] },
      snapshot: { total_turns: 1 },
    });
    const path = `simulations/sessions/${session_id}`;
    expect(await desk.get<Snapshot>(path)).toMatchObject({ total_turns: 1 });
    expect(await desk.get('conversations')).toMatchObject({ total: 0, items: [] });
    const destroyed: unknown = await (await desk.request('DELETE', path)).json();
    expect(destroyed).toEqual({ status: 'destroyed' });
    expect(await codeOf(desk.post('simulations/sessions/step', { session_id, caller_text: 'Hi' }))).toBe(
      'conversation_closed',
    );
  });

  it('is none of the conversations that are not simulated', async () => {
    const { id } = await desk.begin();
    expect(await codeOf(desk.get(`simulations/sessions/${id}`))).toBe('not_found');
    const step = { session_id: id, caller_text: 'Hi' };
    expect(await codeOf(desk.post('simulations/sessions/step', step))).toBe('not_found');
  });
});

describe('with a language model', () => {
  const system = new SuiteSystem({ counterpart: () => ModelServer.start() });
  let desk: Desk;
  beforeAll(async () => void (desk = await deskOf(system)));

  it('a turn whose client leaves goes on, refuses another one meanwhile, and is collected', async () => {
    const { id } = await desk.begin();
    system.counterpart.holdAfter(1);
    const leaving = new AbortController();
    const response = await desk.stream(id, 'My foot hurts.', leaving.signal);
    await response.body?.getReader().read();
    leaving.abort();
    expect(await codeOf(desk.say(id, 'Are you there?'))).toBe('conversation_busy');
    expect(await desk.poll(id)).toMatchObject({ output: [], background_pending: true });
    system.counterpart.release();
    let collected: readonly Turn[] = [];
    while (collected.length === 0) ({ output: collected } = await desk.poll(id));
    expect(collected).toMatchObject([{ role: 'agent', turn_index: 0 }]);
    expect(await desk.poll(id)).toMatchObject({ output: [], background_pending: false });
  });
});
