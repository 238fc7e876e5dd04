import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { DomainError } from '@svc/errors';
import fc from 'fast-check';
import { serviceId } from './conversation-desk.js';
import { startTestGateway, workspaceId, workspaceKey, type TestGateway } from './harness.js';
import { SocketClient } from './socket-client.js';
import { SocketPeer } from './socket-peer.js';

const peer = new SocketPeer();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ identity: peer.identity, workspaceConversations: peer.handlers });
});
afterAll(() => gateway.stop());
beforeEach(() => peer.reset());

const path = `/v1/agent/text-stream?workspace_id=${workspaceId}&service_id=${serviceId}`;
const greeted = async () => {
  const client = new SocketClient(`${gateway.url}${path}`, ['auth', workspaceKey]);
  await client.untilType('response_complete');
  return client;
};

/** Bytes over a bare connection. @returns all that the server says until it closes, or 200 ms are quiet */
async function raw(...pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = connectTcp(gateway.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for (const piece of pieces) socket.write(piece);
  socket.setTimeout(200, () => socket.destroy());
  await once(socket, 'close');
  return heard;
}

const handshake = (headers: Readonly<Record<string, string>> = {}) => {
  const all = {
    ...{ host: 'x', connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': `auth, ${workspaceKey}`,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
};

describe('a handshake', () => {
  it('may come with frames behind it, which are not lost', async () => {
    // Masked with zeroes: `{"type":"stop"}`.
    const text = Buffer.from('{"type":"stop"}');
    const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
    const heard = await raw(Buffer.concat([Buffer.from(handshake()), frame]));
    expect(heard).toContain('101 Switching Protocols');
    expect(heard).toContain('session_ended');
  });

  it('of more bytes than are parsed at once is whole', async () => {
    const text = Buffer.from(JSON.stringify({ type: 'message', text: 'x'.repeat(10_001) }));
    const head = Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]);
    const heard = await raw(
      Buffer.concat([Buffer.from(handshake({ 'x-padding': 'p'.repeat(1_500) })), head, text]),
    );
    expect(heard).toContain('must hold at most 10000 characters');
  });

  it.each([
    ['of another version', { 'sec-websocket-version': '1' }],
    ['without a key', { 'sec-websocket-key': 'x' }],
    ['with subprotocols that are none', { 'sec-websocket-protocol': 'auth, a/b' }],
    ['with a subprotocol twice', { 'sec-websocket-protocol': 'auth, auth' }],
    ['with two hosts', { host: 'x\r\nhost: y' }],
  ])('%s is answered with the one error body', async (_what, headers: Readonly<Record<string, string>>) => {
    const heard = await raw(handshake(headers));
    expect(heard).toMatch(/^HTTP\/1.1 400 Bad Request/);
    expect(JSON.parse(heard.slice(heard.indexOf('\r\n\r\n')))).toMatchObject({
      error_code: 'invalid_request',
    });
  });

  it('behind a request that is not answered yet is cut', async () => {
    peer.hold();
    const heard = await raw(`GET /v1/me/workspaces HTTP/1.1\r\nhost: x\r\n\r\n${handshake()}`);
    expect(heard).not.toContain('101 Switching Protocols');
  });

  it('and then another handshake is no frame', async () => {
    const heard = await raw(handshake(), handshake());
    expect(heard.match(/101 Switching/g)).toHaveLength(1);
  });
});

describe('frames of any kind', () => {
  it('are taken or refused, and leave the gateway as it was', async () => {
    const frame = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '{"type":"message"}',
        '{"type":"message","text":"\\u0000"}',
        '{"type":"message","text":"\\ud800"}',
      ),
      fc.constantFrom(
        '{"__proto__":{},"type":"stop"}',
        '['.repeat(1_000),
        '{"type":"message","text":1e999}',
        '',
      ),
      fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 12 }), async (frames) => {
        const client = await greeted();
        for (const one of frames) client.webSocket.send(one, () => undefined);
        client.say({ type: 'stop' });
        const [code] = await client.closed;
        expect([1000, 1008]).toContain(code);
        expect(peer.turns.every(({ message }) => message.length <= 10_000)).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200);
  });

  it('that are too large close the socket', async () => {
    const client = await greeted();
    client.webSocket.send('x'.repeat(200_000), () => undefined);
    expect((await client.closed)[0]).toBe(1009);
  });

  it('in many pieces close the socket', async () => {
    const client = await greeted();
    for (let piece = 0; piece < 40; piece += 1) client.webSocket.send('x', { fin: false }, () => undefined);
    expect((await client.closed)[0]).toBe(1008);
  });

  it('that are no UTF-8 close the socket', async () => {
    const client = await greeted();
    client.webSocket.send(Buffer.from([0xff, 0xfe]), { binary: false }, () => undefined);
    expect((await client.closed)[0]).toBe(1007);
  });
});

describe('a client that reads nothing', () => {
  it('is closed once a megabyte waits for it', async () => {
    const client = await greeted();
    peer.withWords('x'.repeat(400_000));
    client.webSocket.pause();
    // More than the connection itself holds.
    for (let taken = 1; taken < 100 && (await closedBy(1013)) === 0; taken = peer.turns.length)
      client.say({ type: 'message', text: 'More' });
    expect(await closedBy(1013)).toBe(1);
    client.webSocket.terminate();
  });
});

describe('clients without a credential', () => {
  it('take no place among the sockets while they are closed', async () => {
    const connection = connectTcp(gateway.port, '127.0.0.1');
    connection.write(handshake({ 'sec-websocket-protocol': 'auth, nonsense' }));
    let heard = '';
    connection.on('data', (bytes) => (heard += bytes.toString('latin1')));
    // It does not answer the close frame.
    await peer.until(() => heard.includes('unauthenticated'));
    expect(await metric('websockets_open')).toBe(0);
    connection.destroy();
  });

  it('of one address wait together in a part of what may be under way', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const busy = await startTestGateway({
      identity: {
        getWorkspaceKeyAccess: async () => {
          await held;
          throw new DomainError('unauthenticated', 'There is no such key.');
        },
      },
      limits: { requestsInFlight: 4 },
      bounds: { inAll: 4, perUser: 1, perOrganization: 1 },
    });
    const ask = () => new SocketClient(`${busy.url}${path}`, ['auth', workspaceKey]);
    const first = await ask().open();
    expect((await ask().closed)[0]).toBe(1013);
    release();
    expect((await first.closed)[0]).toBe(4001);
    expect((await ask().closed)[0]).toBe(4001);
    await busy.stop();
  });
});

/** Sockets that were closed with the code. */
async function closedBy(code: number): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  const line = text
    .split('\n')
    .find((one) => one.startsWith('websockets_closed_total{') && one.includes(`"${code}"`));
  return Number(line?.split(' ')[1] ?? 0);
}

/** The value of a series; 0 if it is missing. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}
