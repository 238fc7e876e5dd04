import { request as httpRequest } from 'node:http';
import { DomainError } from '@svc/errors';
import { silentLogger } from '@svc/telemetry';
import { conversationId, entityId, serviceId } from './conversation-desk.js';
import {
  bearsWorkspaceKey,
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
const logged: string[] = [];
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: peer.identity,
    workspaceConversations: peer.handlers,
    crossOrigins: ['https://app.example.com'],
    logger: {
      ...silentLogger,
      info: (message, fields) => void logged.push(JSON.stringify([message, fields])),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  peer.reset();
  // Nothing of the test before is remembered.
  gateway.clock.nowMs += 10_000;
  logged.length = 0;
});

const clients: SocketClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function connect({
  query = {},
  protocols = ['auth', workspaceKey],
  path = '/v1/agent/text-stream',
  headers = {},
}: Asked = {}) {
  const all = new URLSearchParams({ workspace_id: workspaceId, service_id: serviceId, ...query });
  const client = new SocketClient(`${gateway.url}${path}?${all.toString()}`, protocols, {
    headers: { ...headers },
  });
  clients.push(client);
  return client;
}

const greeted = async (asked?: Asked) => {
  const client = connect(asked);
  await client.untilType('response_complete');
  return client;
};

describe('a text stream', () => {
  it.each(['/v1/agent/text-stream', '/agent/text-stream'])(
    'at %s greets in a new conversation',
    async (path) => {
      const client = connect({ path });
      expect(await client.untilType('response_complete')).toEqual([
        { type: 'session_started', session_id: expect.any(String), conversation_id: conversationId },
        { type: 'typing' },
        { type: 'message', role: 'agent', text: 'Hello' },
        { type: 'response_complete', duplicate: false },
      ]);
      expect(client.webSocket.protocol).toBe('auth');
      expect(peer.started).toMatchObject({ serviceId, greets: false, isSession: false });
      expect(peer.turns).toMatchObject([{ message: '', includeToolCalls: false }]);
    },
  );

  it('takes the token from the query too, and names it in no log', async () => {
    const client = await greeted({ protocols: [], query: { token: workspaceKey } });
    expect(await client.close()).toEqual([1005, '']);
    await peer.until(() => logged.some((line) => line.includes('socket served')));
    expect(logged.join()).not.toContain(workspaceKey);
  });

  it('takes one turn after another', async () => {
    const client = await greeted({ query: { entity_id: entityId } });
    for (const text of ['Hi', 'Again']) {
      client.say({ type: 'message', text, client_message_id: `m-${text}` });
      expect((await client.untilType('response_complete')).map(({ type }) => type)).toEqual([
        'typing',
        'message',
        'response_complete',
      ]);
    }
    expect(peer.turns.slice(1)).toMatchObject([
      { message: 'Hi', clientMessageId: 'm-Hi' },
      { message: 'Again', clientMessageId: 'm-Again' },
    ]);
    expect(peer.started).toMatchObject({ entityId });
  });

  it('tells calls of tools in pairs to who asks for them', async () => {
    const client = await greeted({ query: { tool_events: 'true' } });
    peer.withTools();
    client.say({ type: 'message', text: 'Book it' });
    expect(await client.untilType('response_complete')).toEqual([
      { type: 'typing' },
      { type: 'tool_call_started', tool_name: 'book', call_id: 'c1', input: { day: 'Tuesday' } },
      { type: 'tool_call_completed', tool_name: 'book', call_id: 'c1', result: 'Booked.', succeeded: true },
      { type: 'message', role: 'agent', text: 'Hello' },
      { type: 'response_complete', duplicate: false },
    ]);
  });

  it('is resumed in silence, by one client at a time', async () => {
    const query = { conversation_id: conversationId };
    const first = connect({ query });
    await first.untilType('session_started');
    expect(peer.read).toMatchObject({ conversationId, omitsTurns: true });
    const second = connect({ query });
    expect(await second.closed).toEqual([4409, expect.any(String)]);
    first.say({ type: 'message', text: 'I am back' });
    expect(await first.untilType('response_complete')).toHaveLength(3);
    expect(peer.turns).toMatchObject([{ message: 'I am back' }]);
    await first.close();
    await peer.until(() => logged.filter((line) => line.includes('socket served')).length >= 2);
    const third = connect({ query });
    await third.untilType('session_started');
  });

  it('says that a message was taken before', async () => {
    const client = await greeted();
    peer.outcome = { ...peer.outcome, isDuplicate: true };
    client.say({ type: 'message', text: 'Hi', client_message_id: 'm1' });
    expect((await client.untilType('response_complete')).at(-1)).toEqual({
      type: 'response_complete',
      duplicate: true,
    });
  });

  it('takes one message at a time', async () => {
    const client = await greeted();
    const release = peer.hold();
    client.say({ type: 'message', text: 'One' });
    await client.untilType('typing');
    client.say({ type: 'message', text: 'Two' });
    expect(await client.untilType('error')).toEqual([
      { type: 'error', message: expect.stringContaining('wait') },
    ]);
    release();
    await client.untilType('response_complete');
    expect(peer.turns.map(({ message }) => message)).toEqual(['', 'One']);
  });

  it('goes on after a turn that fails', async () => {
    const client = await greeted();
    peer.failure = new DomainError('service_unavailable', 'The model does not answer.');
    client.say({ type: 'message', text: 'Hi' });
    expect(await client.untilType('response_complete')).toEqual([
      { type: 'error', message: 'The model does not answer.' },
      { type: 'response_complete', duplicate: false },
    ]);
  });

  it('ends when its client asks for it', async () => {
    const client = await greeted();
    client.say({ type: 'stop' });
    expect(await client.untilType('session_ended')).toEqual([{ type: 'session_ended', reason: 'stopped' }]);
    expect((await client.closed)[0]).toBe(1000);
  });

  it('ends with its conversation', async () => {
    const client = await greeted();
    peer.outcome = { ...peer.outcome, conversation: peer.completed };
    client.say({ type: 'message', text: 'Bye' });
    expect((await client.untilType('session_ended')).at(-1)).toEqual({
      type: 'session_ended',
      reason: 'completed',
    });
    expect((await client.closed)[0]).toBe(1000);
  });

  it('is closed when its key is deleted, though it is in use all the time', async () => {
    const client = await greeted();
    peer.isRevoked = true;
    gateway.clock.nowMs += 15_000;
    client.say({ type: 'message', text: 'Hi' });
    expect((await client.closed)[0]).toBe(4001);
    expect(peer.turns).toHaveLength(1);
  });

  it('leaves a turn alone when its client leaves', async () => {
    const client = await greeted();
    const release = peer.hold();
    client.say({ type: 'message', text: 'Hi' });
    await client.untilType('typing');
    client.webSocket.terminate();
    await peer.until(() => peer.cancelled === 1);
    release();
  });
});

describe('a text stream that can not be', () => {
  it.each([
    [4001, 'without a workspace', { query: { workspace_id: '' } }],
    [4001, 'without a service', { query: { service_id: 'x' } }],
    [4001, 'without a token', { protocols: [] }],
    [4001, 'with a token that is none', { protocols: ['auth', 'nonsense'] }],
    [4001, 'with an entity that is none', { query: { entity_id: '7' } }],
    [4400, 'of a conversation that is none', { query: { conversation_id: '7' } }],
    [4403, 'of a page that may not use it', { headers: { origin: 'https://evil.example.com' } }],
  ])('%i: %s', async (code, _what, asked: Asked) => {
    expect((await connect(asked).closed)[0]).toBe(code);
    expect(peer.started).toBeUndefined();
  });

  it('4003: with a key of another workspace', async () => {
    peer.access = workspaceAccessWith(undefined, 'c56a4180-65aa-42ec-a945-5fd21dec0539');
    expect((await connect().closed)[0]).toBe(4003);
  });

  it('4003: with a key that may not take turns', async () => {
    peer.access = workspaceAccessWith(['Conversation.view']);
    expect((await connect().closed)[0]).toBe(4003);
  });

  it('4404: of a conversation that is not there, or of another service', async () => {
    const query = { conversation_id: conversationId };
    const other = connect({ query: { ...query, service_id: entityId } });
    peer.isKnown = false;
    const unknown = connect({ query });
    expect(await unknown.closed).toEqual(await other.closed);
    expect((await unknown.closed)[0]).toBe(4404);
  });

  it('4200: when the agent can not greet, and the conversation is not left behind', async () => {
    peer.failure = new DomainError('service_unavailable', 'The model does not answer.');
    expect((await connect().closed)[0]).toBe(4200);
    await peer.until(() => peer.closed.length === 1);
    expect(peer.closed).toEqual([conversationId]);
  });

  it('is opened by a page of a known origin, and of our own', async () => {
    for (const origin of ['https://app.example.com', gateway.url])
      await (await greeted({ headers: { origin } })).close();
  });

  it('by HTTP alone is nothing at this path; other upgrades are not taken', async () => {
    const answer = await fetch(`${gateway.url}/v1/agent/text-stream`, { headers: bearsWorkspaceKey });
    expect(answer.status).toBe(404);
    const status = await new Promise((resolve) => {
      const headers = { connection: 'upgrade', upgrade: 'h2c' };
      httpRequest(`${gateway.url}/livez`, { headers }, (response) => resolve(response.statusCode)).end();
    });
    expect(status).toBe(200);
  });
});
