import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { connects } from './connects.js';

let server: Server;
const received: Buffer[] = [];
beforeEach(async () => {
  received.length = 0;
  server = createServer((socket: Socket) =>
    socket.on('data', (data) => received.push(data)).on('error', () => undefined),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

const at = (protocol: string) =>
  new URL(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);

describe('the probe of a model', () => {
  it('when its server takes connections, then it ends without a word', async () => {
    const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    expect(await connects(at('http'), 2_000)).toBeNull();
    await closed;
    expect(received).toEqual([]);
  });

  it('when nothing listens there, then it tells the reason', async () => {
    const address = at('http');
    server.close();
    expect(await connects(address, 2_000)).toBe('ECONNREFUSED');
  });

  it('when its name can not be resolved, then it tells the reason', async () => {
    expect(await connects(new URL('http://model.invalid/v1'), 2_000)).toMatch(
      /^(ENOTFOUND|EAI_AGAIN|timeout)$/,
    );
  });

  it('when a server with TLS never takes it up, then it gives up', async () => {
    expect(await connects(at('https'), 20)).toBe('timeout');
  });
});
