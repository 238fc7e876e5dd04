import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket as WsClient, WebSocketServer, type WebSocket as Peer } from 'ws';
import {
  createReconnectingWebSocket,
  PlatformClient,
  ReconnectingWebSocket,
  type ReconnectingWebSocketOptions,
  type WebSocketState,
} from '../src/index.js';
import { platformEnvironment } from '../src/transport/environment.js';

/** What the server does with a connection, by its number. */
type Script = (peer: Peer, number: number) => void;
let server: WebSocketServer;
let script: Script = () => undefined;
const asked: { url: string; protocols: string | undefined }[] = [];

beforeAll(async () => {
  server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: (protocols) => (protocols.has('auth') ? 'auth' : false),
  });
  server.on('connection', (peer, request) => {
    asked.push({ url: request.url ?? '', protocols: request.headers['sec-websocket-protocol'] });
    script(peer, asked.length);
  });
  await once(server, 'listening');
});
afterAll(() => {
  for (const peer of server.clients) peer.terminate();
  server.close();
});
const waits: number[] = [];
beforeEach(() => {
  asked.length = 0;
  waits.length = 0;
});

const address = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
const environment = {
  ...platformEnvironment,
  random: () => 0,
  sleep: (ms: number) => Promise.resolve(void waits.push(ms)),
};
const open = (options: Partial<ReconnectingWebSocketOptions> = {}) =>
  new ReconnectingWebSocket(
    {
      url: `ws://${address()}/`,
      webSocketFactory: (url, protocols) => new WsClient(url, protocols),
      ...options,
    },
    environment,
  );

describe('a socket', () => {
  it('given no WebSocket on the platform, then it is a wrong configuration without a factory', () => {
    const ofPlatform = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
    Reflect.deleteProperty(globalThis, 'WebSocket');
    try {
      expect(() => createReconnectingWebSocket({ url: 'ws://x/' })).toThrow(
        expect.objectContaining({ name: 'ConfigurationError' }),
      );
    } finally {
      if (ofPlatform) Object.defineProperty(globalThis, 'WebSocket', ofPlatform);
    }
  });

  it('sends and hears, until it is closed', async () => {
    const codes: Promise<unknown[]>[] = [];
    script = (peer) => {
      codes.push(once(peer, 'close'));
      peer.on('message', (data: Buffer) => peer.send(`heard ${data.toString()}`));
    };
    const states: WebSocketState[] = [];
    const heard: unknown[] = [];
    const socket = open({
      onStateChange: (state) => {
        states.push(state);
        if (state === 'open') expect(socket.send('hello')).toBe(true);
      },
      onMessage: (data) => {
        heard.push(data);
        socket.close(3_001, 'enough');
      },
    });
    expect(socket.send('too early')).toBe(false);
    await socket.done;
    expect(heard).toEqual(['heard hello']);
    expect(states).toEqual(['open', 'closing', 'closed']);
    expect((await codes[0])?.[0]).toBe(3_001);
  });

  it('given a connection that breaks off, then it connects again, and waits longer each time', async () => {
    script = (peer, number) => (number < 4 ? peer.terminate() : peer.close(1_000));
    const reconnected: number[] = [];
    await open({ onReconnect: (attempt) => reconnected.push(attempt) }).done;
    // Half of each wait, at least.
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(reconnected).toContain(3);
  });

  it('given a connection on which something came, then it begins to count anew', async () => {
    script = (peer, number) => {
      if (number === 4) return peer.close(1_000);
      peer.send('x', () => peer.terminate());
    };
    await open({ maxReconnects: 1 }).done;
    expect(waits).toEqual([500, 500, 500]);
  });

  it.each([
    [4_001, 'auth'],
    [4_003, 'auth'],
    [4_403, 'auth'],
    [4_100, 'auth'],
    [1_008, 'auth'],
    [4_400, 'client_error'],
    [4_404, 'client_error'],
  ])('given the close code %i, then it ends at once, for %s', async (code, reason) => {
    script = (peer) => peer.close(code, 'why');
    const told: unknown[] = [];
    const socket = open({ onError: (error) => told.push(error) });
    const error = {
      name: 'ReconnectingWebSocketError',
      reason,
      closeCode: code,
      closeReason: 'why',
      attempts: 1,
    };
    await expect(socket.done).rejects.toMatchObject(error);
    expect(told).toHaveLength(1);
    expect(socket.state).toBe('terminal');
    await expect(socket.done).rejects.not.toHaveProperty('statusCode');
  });

  it('given 4200 twice, then it ends', async () => {
    script = (peer) => peer.close(4_200);
    await expect(open().done).rejects.toMatchObject({ reason: 'server_error', attempts: 2 });
  });

  it.each([1_013, 4_029])('given %i, then it waits for the longest', async (code) => {
    script = (peer, number) => peer.close(number === 1 ? code : 1_000);
    await open().done;
    expect(waits).toEqual([15_000]);
  });

  it('given 4409, then it tries again', async () => {
    script = (peer, number) => peer.close(number === 1 ? 4_409 : 1_000);
    await open().done;
    expect(asked).toHaveLength(2);
  });

  it('given a server that can not be reached, then it ends after so many attempts', async () => {
    const error = { reason: 'reconnect_budget_exhausted', attempts: 3 };
    await expect(open({ url: 'ws://127.0.0.1:1/', maxReconnects: 2 }).done).rejects.toMatchObject(error);
    await expect(open({ url: 'ws://127.0.0.1:1/', maxReconnects: 0 }).done).rejects.toMatchObject({
      reason: 'open_failed',
    });
  });

  it('given a connection on which nothing comes, then it is given up', async () => {
    script = (peer, number) => (number === 1 ? undefined : peer.close(1_000));
    await open({ idleTimeoutMs: 30 }).done;
    expect(asked).toHaveLength(2);
    script = () => undefined;
    await expect(open({ idleTimeoutMs: 30, maxReconnects: 0 }).done).rejects.toMatchObject({
      reason: 'idle_watchdog',
    });
  });

  it('when it is aborted, then it ends so', async () => {
    script = () => undefined;
    const controller = new AbortController();
    const socket = open({
      signal: controller.signal,
      onStateChange: (state) => state === 'open' && controller.abort(new RangeError('enough')),
    });
    await expect(socket.done).rejects.toMatchObject({ reason: 'aborted', cause: { message: 'enough' } });
  });
});

describe('a text session', () => {
  const started = { type: 'session_started', session_id: 's', conversation_id: 'c' };
  const complete = { type: 'response_complete', duplicate: false };
  const openSession = (apiKey = 'key') =>
    new PlatformClient({
      apiKey,
      workspaceId: 'ws',
      baseUrl: `http://${address()}`,
    }).conversations.openTextSession({
      serviceId: 'service',
      toolEvents: true,
      initialDelayMs: 1,
      webSocketFactory: (url, protocols) => new WsClient(url, protocols),
    });
  const send = (peer: Peer, ...frames: readonly object[]) => {
    for (const frame of frames) peer.send(JSON.stringify(frame));
  };

  it('offers its key as a subprotocol, or in the query where it can be none', async () => {
    script = (peer) => peer.close(1_000);
    for await (const _event of openSession()) break;
    for await (const _event of openSession('a/b=')) break;
    const query = '?workspace_id=ws&service_id=service&tool_events=true';
    expect(asked).toEqual([
      { url: `/agent/text-stream${query}`, protocols: 'auth,key' },
      { url: `/agent/text-stream${query}&token=a%2Fb%3D`, protocols: undefined },
    ]);
  });

  it('says the next thing when the answer to the last one is complete, and keeps pings to itself', async () => {
    const said: unknown[] = [];
    script = (peer) => {
      send(
        peer,
        started,
        { type: 'ping' },
        { type: 'later' },
        { type: 'message', role: 'agent', text: 'Hello' },
      );
      peer.on('message', (data: Buffer) => {
        said.push((JSON.parse(data.toString()) as { text: string }).text);
        if (said.length === 1) setImmediate(() => send(peer, complete));
        else send(peer, complete, { type: 'session_ended', reason: 'completed' });
      });
      send(peer, complete);
    };
    const session = openSession();
    session.say('one');
    session.say('two');
    const types: string[] = [];
    for await (const { type } of session) {
      types.push(type);
      if (type === 'session_ended') break;
    }
    expect(said).toEqual(['one', 'two']);
    const completed = 'response_complete';
    expect(types).toEqual(['session_started', 'message', completed, completed, completed, 'session_ended']);
  });

  it('given a connection that breaks off, then it goes on with its conversation, and repeats what was not answered', async () => {
    const said: unknown[] = [];
    script = (peer, number) => {
      send(peer, started, ...(number === 1 ? [complete] : []));
      peer.on('message', (data: Buffer) => {
        said.push(JSON.parse(data.toString()));
        if (number === 1) peer.terminate();
        else send(peer, { ...complete, duplicate: true });
      });
    };
    const session = openSession();
    session.say('one');
    for await (const event of session) if (event.type === 'response_complete' && event.duplicate) break;
    expect(asked[1]?.url).toContain('conversation_id=c');
    expect(said).toHaveLength(2);
    expect(said[1]).toEqual(said[0]);
    expect(session.conversationId).toBe('c');
  });

  it('given a key that is refused, then the loop ends with the reason', async () => {
    script = (peer) => peer.close(4_001, 'invalid api key');
    const read = async () => {
      for await (const _event of openSession());
    };
    await expect(read()).rejects.toMatchObject({ name: 'ReconnectingWebSocketError', reason: 'auth' });
  });
});
