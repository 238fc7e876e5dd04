import { DomainError } from '@svc/errors';
import { createMemoryStore } from '@svc/rate-limits';
import { conversationId, entityId, serviceId } from './conversation-desk.js';
import {
  startTestGateway,
  workspaceAccessWith,
  workspaceId,
  workspaceKey,
  type TestGateway,
} from './harness.js';
import { SocketClient } from './socket-client.js';
import { SocketPeer } from './socket-peer.js';

const peer = new SocketPeer();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ identity: peer.identity, workspaceConversations: peer.handlers });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  peer.reset();
  gateway.clock.nowMs += 10_000;
});

const clients: SocketClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function connect(
  query: Readonly<Record<string, string>> = {},
  protocols = ['auth', workspaceKey],
  at = gateway,
) {
  const all = new URLSearchParams({
    service_id: serviceId,
    entity_id: entityId,
    tool_events: 'false',
    ...query,
  });
  const client = new SocketClient(
    `${at.url}/v1/${workspaceId}/sessions/connect?${all.toString()}`,
    protocols,
  );
  clients.push(client);
  return client;
}

describe('a session', () => {
  it('is the one of the entity and the service, in which the agent greets', async () => {
    const client = connect();
    const done = {
      conversation_id: conversationId,
      status: 'active',
      turn_count: 1,
      background_pending: false,
    };
    expect(await client.untilType('done')).toEqual([
      {
        event: 'session.created',
        data: { conversation_id: conversationId, entity_id: entityId, service_id: serviceId },
      },
      { event: 'message', data: { role: 'agent', text: 'Hello' } },
      {
        event: 'done',
        data: { ...done, delivery_protocol_version: null, turn_id: expect.any(String), turn_index: 0 },
      },
    ]);
    expect(peer.started).toMatchObject({ isSession: true, entityId, greets: false });
  });

  it('takes what the user says, and tells the events of each turn', async () => {
    const client = connect();
    await client.untilType('done');
    client.say({ type: 'user_text', text: 'Hi' });
    expect((await client.untilType('done')).map(({ event }) => event)).toEqual(['message', 'done']);
    expect(peer.turns.at(-1)).toMatchObject({ message: 'Hi', includeToolCalls: false });
  });

  it('tells what is not taken as an error event, and goes on', async () => {
    const client = connect();
    await client.untilType('done');
    for (const frame of ['{', '[]', { type: 'message', text: 'Hi' }, { type: 'user_text', text: '' }])
      client.say(frame);
    for (let at = 0; at < 4; at += 1)
      expect(await client.untilType('error')).toMatchObject([
        { data: { code: 'client_error', retryable: false } },
      ]);
    client.say({ type: 'user_text', text: 'ä'.repeat(10_000) });
    await client.untilType('done');
  });

  it('is resumed in silence where somebody has spoken', async () => {
    const client = connect({ conversation_id: conversationId });
    await client.untilType('session.created');
    client.say({ type: 'user_text', text: 'Back' });
    await client.untilType('done');
    expect(peer.turns.map(({ message }) => message)).toEqual(['Back']);
  });
});

describe('a session that can not be', () => {
  it.each([
    [4001, 'without an entity', { entity_id: '' }],
    [4001, 'of a conversation that is none', { conversation_id: '7' }],
    [4403, 'with a token in the URL', { token: workspaceKey }],
  ])('%i: %s', async (code, _what, query: Readonly<Record<string, string>>) => {
    expect((await connect(query).closed)[0]).toBe(code);
  });

  it('4403: without a credential', async () => {
    expect((await connect({}, []).closed)[0]).toBe(4403);
  });

  it('4003: with the key of another workspace', async () => {
    peer.access = workspaceAccessWith(undefined, entityId);
    expect((await connect().closed)[0]).toBe(4003);
  });

  it('4100: of a conversation of another entity, as of one that is not there', async () => {
    const other = connect({ conversation_id: conversationId, entity_id: serviceId });
    peer.isKnown = false;
    expect(await connect({ conversation_id: conversationId }).closed).toEqual(await other.closed);
    expect((await other.closed)[0]).toBe(4100);
  });

  it('1013: while the agent can not greet', async () => {
    peer.failure = new DomainError('service_unavailable', 'The model is away.');
    expect((await connect().closed)[0]).toBe(1013);
    expect(peer.closed).toEqual([]);
  });
});

describe('openings and messages in a minute', () => {
  it('are bounded for a credential, and rejected ones for their address', async () => {
    const store = createMemoryStore();
    const overrides = new Map([
      ['GET /v1/{}/sessions/connect', 2],
      ['POST /v1/{}/sessions/connect', 1],
    ]);
    const limited = await startTestGateway({
      ...{ identity: peer.identity, workspaceConversations: peer.handlers },
      ...{ rateLimits: { overrides, failedAuthentications: 1 }, rateLimitStore: store },
    });
    const first = connect({}, undefined, limited);
    await first.untilType('done');
    for (const text of ['One', 'Two']) first.say({ type: 'user_text', text });
    await first.untilType('error');
    await first.untilType('done');
    first.say({ type: 'user_text', text: 'Three' });
    expect((await first.closed)[0]).toBe(4029);
    await (await connect({}, undefined, limited).open()).untilType('session.created');
    expect((await connect({}, undefined, limited).closed)[0]).toBe(4029);
    expect((await connect({}, ['auth', 'wrong'], limited).closed)[0]).toBe(4403);
    expect((await connect({}, ['auth', 'wrong'], limited).closed)[0]).toBe(4029);
    await limited.stop();
  });
});
