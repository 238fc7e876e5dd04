import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ClassicClient, isConflictError, isNotFoundError, PlatformClient } from '@svc/sdk';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem();

describe('the Classic client', () => {
  it('signs in, holds a conversation, reads it page by page, and finishes it', async () => {
    const { userId } = await system.newUser();
    const {
      base_url: baseUrl,
      org_id: org,
      api_key: apiKey,
      api_key_id: apiKeyId,
      service_id,
    } = system.credentials;
    const client = new ClassicClient({ baseUrl, org, apiKey, apiKeyId, userId });

    let id = '';
    for await (const event of await client.conversations.create({ service_id }))
      if (event.type === 'conversation-created') id = event.conversation_id;
    // Leaving the loop at the end of the interaction leaves the conversation free for the next one.
    for (const text of ['Hello', 'I need an appointment.'])
      for await (const event of await client.conversations.interact(id, text))
        if (event.type === 'interaction-complete') break;

    const messages = [];
    const query = { limit: 2, sort_by: ['+created_at'] };
    for await (const message of client.conversations.listMessagesAutoPaging(id, query))
      messages.push(message);
    expect(messages).toHaveLength(5);
    expect(messages[1]?.message).toBe('Hello');

    expect(await client.conversations.finish(id)).toBeUndefined();
    const again = await client.conversations.finish(id).catch((error: unknown) => error);
    expect(isConflictError(again)).toBe(true);
  });
});

describe('the Platform client', () => {
  let client: PlatformClient;
  beforeAll(async () => {
    const tokens = { token: () => system.administrator.token ?? '' };
    const owner = new PlatformClient({ baseUrl: system.baseUrl, workspaceId: 'none-yet', tokens });
    const workspace = await owner.workspaces.createMine({
      slug: `sdk-${randomUUID().slice(0, 8)}`,
      name: 'SDK',
    });
    const own = new PlatformClient({ baseUrl: system.baseUrl, workspaceId: workspace.id, tokens });
    const { api_key: apiKey } = await own.apiKeys.create({ duration_days: 1, role: 'owner' });
    client = new PlatformClient({ baseUrl: system.baseUrl, workspaceId: workspace.id, apiKey });
  });

  it('makes an agent, lists agents over pages, and learns why something fails', async () => {
    const names = ['Mara', 'Noor', 'Olga'];
    for (const name of names) await client.agents.create({ name });
    const listed = [];
    for await (const { name } of client.agents.listAutoPaging({ limit: 2 })) listed.push(name);
    expect(listed.sort()).toEqual(names);

    const error = await client.agents.get(randomUUID()).catch((thrown: unknown) => thrown);
    expect(isNotFoundError(error) && [error.errorCode, typeof error.requestId]).toEqual([
      'not_found',
      'string',
    ]);
    const taken = await client.agents.create({ name: 'Mara' }).catch((thrown: unknown) => thrown);
    expect(taken).toMatchObject({ name: 'ConflictError', errorCode: 'name_conflict' });
  });

  it('tells the limits of a route', async () => {
    const { lastResponse } = await client.agents.list();
    expect(lastResponse.rateLimit.limit).toEqual(expect.any(Number));
  });

  it('holds a conversation as a stream, which the events of the workspace tell of', async () => {
    const service_id = await makeService();
    const heard = new AbortController();
    const told: string[] = [];
    const events = client.events.stream({ signal: heard.signal });
    const listening = (async () => {
      for await (const { event_type } of events) {
        told.push(event_type);
        if (event_type === 'text.completed') return;
      }
    })();
    // Events are told from the connection on.
    const conversations = [];
    while (told.length === 0) {
      const made = await client.conversations.create({ service_id, channel: 'web' });
      conversations.push(made.id);
    }
    const [id = ''] = conversations;
    const turn = await client.conversations.streamTurn(id, 'I need an appointment.');
    const seen = [];
    for await (const event of turn) seen.push(event);
    expect(seen.at(-1)).toMatchObject({ event: 'done', conversation_id: id, turn_index: 0 });
    const { turns } = await client.conversations.get(id);
    const message = seen.findLast(({ event }) => event === 'message');
    expect(turns?.at(-1)).toMatchObject({
      role: 'agent',
      text: message?.event === 'message' ? message.text : '',
    });
    for (const one of conversations) await client.conversations.close(one);
    await listening;
    expect(told).toEqual(expect.arrayContaining(['text.started', 'text.completed']));
  });

  it('holds a conversation over a WebSocket, which another socket goes on with', async () => {
    const serviceId = await makeService();
    const session = client.conversations.openTextSession({ serviceId });
    session.say('I need an appointment.');
    const seen: string[] = [];
    for await (const { type } of session) {
      seen.push(type);
      if (seen.filter((one) => one === 'response_complete').length === 2) break;
    }
    expect(seen.slice(0, 3)).toEqual(['session_started', 'typing', 'message']);
    expect(seen.slice(-2)).toEqual(['message', 'response_complete']);

    const conversationId = session.conversationId ?? '';
    const again = client.conversations.openTextSession({ serviceId, conversationId });
    again.say('Tomorrow, please.');
    for await (const { type } of again) {
      if (type === 'response_complete') again.stop();
      if (type === 'session_ended') break;
    }
    const { turns = [] } = await client.conversations.get(conversationId);
    expect(turns.map(({ role }) => role)).toEqual(['agent', 'user', 'agent', 'user', 'agent']);
  });

  async function makeService(): Promise<string> {
    const agent = await client.agents.create({ name: `Agent ${randomUUID()}` });
    const identity = {
      ...{ name: 'Mara', role: 'assistant', developed_by: 'the clinic', default_spoken_language: 'eng' },
      relationship_to_developer: null,
    };
    await client.agents.createVersion(agent.id, { name: 'Mara', identity });
    const graph = await client.contextGraphs.create({ name: `Graph ${randomUUID()}` });
    const action = (name: string, exits: readonly { description: string; next_state: string }[]) => ({
      ...{ type: 'action' as const, name, objective: 'Learn why they call.', boundary_constraints: [] },
      ...{ actions: [{ description: 'Ask.' }], intra_state_navigation_guidelines: [], action_guidelines: [] },
      exit_conditions: [...exits],
    });
    await client.contextGraphs.createVersion(graph.id, {
      states: [
        action('reason', [{ description: 'They say goodbye.', next_state: 'goodbye' }]),
        action('goodbye', []),
      ],
      ...{
        new_user_initial_state: 'reason',
        returning_user_initial_state: 'reason',
        terminal_state: 'goodbye',
      },
    });
    const name = `Service ${randomUUID()}`;
    const { id } = await client.services.create({ name, agent_id: agent.id, context_graph_id: graph.id });
    return id;
  }
});
