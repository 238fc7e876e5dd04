import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ClassicClient, isConflictError, isNotFoundError, type PlatformClient } from '@svc/sdk';
import { makeService, newWorkspace } from '../support/sdk-workspace.js';
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
  beforeAll(async () => void ({ client } = await newWorkspace(system)));

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
    const service_id = await makeService(client);
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
    const serviceId = await makeService(client);
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

  it('knows people, has forms filled in, and reads figures and the audit trail', async () => {
    const entity = await client.world.createEntity({ entity_type: 'person', display_name: 'Noor Haddad' });
    const found = [];
    for await (const { entity: one } of client.world.searchEntitiesAutoPaging({ q: 'Noor Hadad' }))
      found.push(one.id);
    expect(found).toEqual([entity.id]);
    const other = await client.world.createEntity({ entity_type: 'person', display_name: 'N. Haddad' });
    await client.world.mergeEntity(entity.id, { merged_entity_id: other.id });
    expect(await client.world.unmergeEntity(other.id)).toMatchObject({ id: other.id });
    expect(await client.world.eraseEntity(other.id)).toBeUndefined();
    const field = { key: 'since', label: 'Since when?', field_type: 'text' as const, required: true };
    const form = { entity_id: entity.id, title: 'Before your visit', fields: [field] };
    const surface = await client.surfaces.create(form);
    const forms = [];
    for await (const { id } of client.surfaces.listAutoPaging({ entity_id: entity.id })) forms.push(id);
    expect(forms).toEqual([surface.id]);
    expect(await client.surfaces.archive(surface.id)).toMatchObject({ status: 'archived' });
    expect(await client.analytics.dashboard({ days: 7 })).toMatchObject({ period_days: 7 });
    const { events } = await client.audit.list({ limit: 1 });
    const exported = [];
    for await (const entry of await client.audit.export({})) exported.push(entry.id);
    expect(exported).toEqual(expect.arrayContaining([events[0]?.id]));
  });

  it('makes a table, and writes and reads its rows', async () => {
    const columns = [{ name: 'size', type: 'int' as const }];
    const { id } = await client.tables.create({ table_name: 'shoes', columns });
    await client.tables.query({ sql: 'INSERT INTO shoes (size) VALUES (42)' });
    expect(await client.tables.query({ sql: 'SELECT size FROM shoes' })).toMatchObject({
      rows: [{ size: 42 }],
    });
    expect((await client.tables.list()).items.map(({ table_name }) => table_name)).toEqual(['shoes']);
    await client.tables.drop(id);
    expect((await client.tables.list()).items).toEqual([]);
  });
});
